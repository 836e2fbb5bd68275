import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { jqLibrary } from '../../scripts/jq-library.mjs'
import { chunkGroups } from './chunk-groups.ts'
import { earlyChunks } from './early-chunks.ts'
import { oneLanguage } from './one-language.ts'
import { planChunks, readChunkPlan } from './plan-chunks.ts'

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // All addresses are relative to the page, so that any sub-path works (specification §7).
  base: './',
  plugins: [react(), jqLibrary(), oneLanguage(), ...(mode === 'plan' ? [planChunks()] : [earlyChunks()])],
  worker: { format: 'es', plugins: () => [jqLibrary(), oneLanguage()] },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    // EMQX serves `/`, `/version` and `/static/*` of its dashboard folder, and nothing else.
    assetsDir: 'static/assets',
    // The manifest is read by the budgets after a build.
    manifest: true,
    // Every browser that runs es2023 supports module preload.
    modulePreload: {
      polyfill: false,
      // `static/early-chunks.js` has requested the scripts of the login, and listing them again would add to their
      // size.
      resolveDependencies: (entry, files, { hostId }) =>
        /\/base-[^/]+$/.test(hostId) && /\/login-entry-[^/]+$/.test(entry)
          ? files.filter((file) => file.endsWith('.css'))
          : [...files],
    },
    target: 'es2023',
    // The font and the two small pictures are not worth inlining, and `data:` would need a wider CSP.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The shell names every file that a page loads, so hashes of 32 bits save 0.6 kB of the first view when
        // compressed.
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
