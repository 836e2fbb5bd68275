import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { oneLanguage } from './packages/console/one-language.ts'
import { jqLibrary } from './scripts/jq-library.mjs'
import { threadSource } from './scripts/thread-source.mjs'
import { seededProperties } from './seeded-properties.ts'

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**', 'house/offences/**']
const seeded = seededProperties()
/** Libraries that a plugin builds must be loaded through the plugin. */
const madeLibraries = { deps: { inline: [/jq-web/] } }

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // A page test spends a third of its time waiting for timers and for files that are transformed, so there are more
    // workers than cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        plugins: [oneLanguage(), seeded, jqLibrary(), threadSource()],
        test: {
          name: 'node',
          environment: 'node',
          include: ['**/*.test.ts'],
          exclude: outside,
          setupFiles: ['fresh-modules.ts'],
          server: madeLibraries,
          // The files of a worker share its modules, because loading them again for each file took half of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Tests use React's production build, as the console ships it; the development build takes three times as
        // long to render.
        plugins: [oneLanguage(), seeded, jqLibrary(), threadSource()],
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['packages/console/**/*.test.tsx'],
          exclude: outside,
          setupFiles: ['packages/console/src/testing/setup.ts'],
          server: madeLibraries,
          // The files of a worker share its libraries and its window; `setup.ts` gives each of them a new document
          // and new modules of the console.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          css: false,
          env: { NODE_ENV: 'production' },
        },
      },
    ],
  },
})
