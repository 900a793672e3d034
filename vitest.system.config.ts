import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/system/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', 'test/support/build-action.ts'],
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
})
