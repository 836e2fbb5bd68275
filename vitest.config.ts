import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { oneLanguage } from './packages/console/one-language.ts'
import { jqLibrary } from './scripts/jq-library.mjs'
import { threadSource } from './scripts/thread-source.mjs'
import { seededProperties } from './seeded-properties.ts'

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**', 'house/offences/**']
const seeded = seededProperties()
/** What a plugin makes of a library is not to be loaded past it. */
const madeLibraries = { deps: { inline: [/jq-web/] } }

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // A page test waits a third of its time, for timers of the page and for files that are transformed beside it.
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
          // The files of a worker share its modules: half of the time went into loading them again for each file.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // As it ships: React's development build takes three times as long to render a page.
        plugins: [oneLanguage(), seeded, jqLibrary(), threadSource()],
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['packages/console/**/*.test.tsx'],
          exclude: outside,
          setupFiles: ['packages/console/src/testing/setup.ts'],
          server: madeLibraries,
          // The files of a worker share its libraries and its window; `setup.ts` gives each of them a document and the
          // modules of the console anew.
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
