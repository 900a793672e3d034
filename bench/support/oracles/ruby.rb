# What Ruby itself makes of programs, without places. In: JSON, a list of texts. Out: a list of texts, null = no program.
require 'json'

def shown(node)
  return node.inspect unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
  "(#{node.type} #{node.children.map { |child| child.is_a?(Array) ? child.map { |one| shown(one) } : shown(child) }.join(' ')})"
end

$VERBOSE = nil
$stderr.reopen(File::NULL)
meanings = JSON.parse($stdin.read).map do |text|
  shown(RubyVM::AbstractSyntaxTree.parse(text))
rescue SyntaxError, ArgumentError
  nil
end
puts JSON.generate(meanings)
