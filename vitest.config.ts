import { defineConfig } from 'vitest/config'

const common = { setupFiles: ['test/support/environment.ts'], testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/system/**'],
        },
      },
      {
        // Real hooks and the built CLI: only these need the build.
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/build.ts'],
        },
      },
    ],
  },
})
