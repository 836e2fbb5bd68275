import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { jqLibrary } from '../../scripts/jq-library.mjs'
import { chunkGroups } from './chunk-groups.ts'
import { earlyChunks } from './early-chunks.ts'
import { oneLanguage } from './one-language.ts'
import { planChunks, readChunkPlan } from './plan-chunks.ts'

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // Everything is relative to the page, so that any sub-path works (specification §7).
  base: './',
  plugins: [react(), jqLibrary(), oneLanguage(), ...(mode === 'plan' ? [planChunks()] : [earlyChunks()])],
  worker: { format: 'es', plugins: () => [jqLibrary(), oneLanguage()] },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    // A broker's own dashboard folder serves `/`, `/version` and `/static/*`, and nothing else.
    assetsDir: 'static/assets',
    // Read by the budgets after a build.
    manifest: true,
    // Every browser that can run es2023 knows it.
    modulePreload: {
      polyfill: false,
      // `static/early-chunks.js` has asked for the scripts of the login, and to list them again is a part of them.
      resolveDependencies: (entry, files, { hostId }) =>
        /\/base-[^/]+$/.test(hostId) && /\/login-entry-[^/]+$/.test(entry)
          ? files.filter((file) => file.endsWith('.css'))
          : [...files],
    },
    target: 'es2023',
    // The operator's own fonts and two small pictures: nothing worth inlining, and data: needs a wider CSP.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The shell names every file that a page loads: hashes of 32 bits compress to 0.6 kB less at first view.
        hashCharacters: 'hex',
        codeSplitting: {
          groups:
            mode === 'plan' ? chunkGroups : [{ debugName: 'joined', name: readChunkPlan() }, ...chunkGroups],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
}))
