import { defineConfig } from 'vitest/config'

const common = { setupFiles: ['test/support/environment.ts'], testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // Most of it is waiting for git and node: one worker a core, where the default leaves one core idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/action/**', 'test/agents/**', 'test/system/**'],
        },
      },
      {
        // Real hooks, the built CLI and the built Action: only these need the build.
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/action/**/*.test.ts'],
          globalSetup: ['test/support/build.ts', 'test/support/build-action.ts'],
        },
      },
    ],
  },
})
