import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**', 'house/offences/**']

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['**/*.test.ts'],
          exclude: outside,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['packages/console/**/*.test.tsx'],
          exclude: outside,
          setupFiles: ['packages/console/src/testing/setup.ts'],
          testTimeout: 60_000,
          css: false,
          // A failed query otherwise prints the whole page.
          env: { DEBUG_PRINT_LIMIT: '0' },
        },
      },
    ],
  },
})
