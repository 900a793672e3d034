import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/agents/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    reporters: ['verbose'],
  },
})
