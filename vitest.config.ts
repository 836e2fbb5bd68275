import { defineConfig } from 'vitest/config'

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**', 'house/offences/**']

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // The default leaves one processor to Vitest itself, which needs little of it once files are transformed.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['**/*.test.ts'],
          exclude: outside,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // As it ships: React's development build takes three times as long to render a page.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['packages/console/**/*.test.tsx'],
          exclude: outside,
          setupFiles: ['packages/console/src/testing/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          css: false,
          env: { NODE_ENV: 'production' },
        },
      },
    ],
  },
})
