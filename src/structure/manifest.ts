/** Files that say what a program is built with: another order in them can install something else. */
const MANIFEST = new RegExp(
  [
    /package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lockb?/,
    /deno\.(?:jsonc?|lock)|jsr\.json|go\.(?:mod|sum|work)|cargo\.(?:toml|lock)/,
    /pyproject\.toml|[\w.-]*requirements[\w.-]*\.txt|pipfile(?:\.lock)?|(?:poetry|uv|pdm)\.lock|setup\.(?:py|cfg)|environment\.ya?ml/,
    /gemfile(?:\.lock)?|[\w.-]+\.gemspec|composer\.(?:json|lock)|[\w.-]+\.rockspec/,
    /pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.lockfile|libs\.versions\.toml|build\.sbt/,
    /[\w.-]+\.(?:cs|fs|vb)proj|packages\.(?:config|lock\.json)|directory\.(?:packages|build)\.props/,
    /mix\.(?:exs|lock)|pubspec\.(?:yaml|lock)|package\.(?:swift|resolved)|podfile(?:\.lock)?/,
  ]
    .map(({ source }) => `(?:^|/)(?:${source})$`)
    .join('|'),
  'i',
)

export function isManifest(path: string): boolean {
  return MANIFEST.test(path)
}
