// A test started from a hook inherits GIT_DIR and GIT_INDEX_FILE and would rewrite the outer repository; one started
// from an agent, a CI job or a coloured terminal would see other answers than its neighbour.
for (const name of Object.keys(process.env)) {
  if (
    /^(?:GIT_|HUSKY|INTENTGATE_(?!FUZZ|SEED)|CLAUDE|CODEX|GEMINI|CURSOR|OPENCODE|QWEN|COPILOT|CLINE|GITHUB_|CI$|FORCE_COLOR|NO_COLOR)/.test(
      name,
    )
  )
    delete process.env[name]
}
Object.assign(process.env, {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
})
