import { basename, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { buildLanguage } from './one-language.ts'
import { allRoutes } from './src/routes/routes.ts'

const source = (path: string) => resolve(import.meta.dirname, 'src', path)

const main = source('main.tsx')
const login = source('login-entry.tsx')
const app = source('app-entry.tsx')
/** Where most visits begin, by the end of their path. */
const pages = allRoutes().flatMap(([, { path, page, asksEarly: asks }]) =>
  asks === undefined ? [] : [{ path: path.slice(1), module: source(`features/${page}.tsx`), asks }],
)
/** What the frame around every page reads, below `api/v5`. */
const shellAsks = ['alarms?activated=true&limit=20', 'cluster', 'nodes', 'monitor_current']

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** The file of a module with everything that is loaded before it runs. */
function filesOf(bundle: Bundle, module: string): readonly string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(file)) return
    found.add(file)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    for (const imported of chunk.imports) visit(imported)
  }
  const [file = ''] =
    Object.entries(bundle).find(([, chunk]) => chunk.type === 'chunk' && chunk.moduleIds.includes(module)) ??
    []
  if (file === '') throw new Error(`The build has no chunk for ${basename(module)}`)
  visit(file)
  return [...found]
}

const scriptTags = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g

/**
 * Lists in the page what the console, its login and its first pages are made of in the language of this build, for
 * `public/static/early-chunks.js`: which language is wanted is only known in the browser, and the rest would be asked
 * for when that has been read and run. `scripts/join-languages.mjs` makes one page of those of all languages.
 */
export function earlyChunks(): Plugin {
  return {
    name: 'early-chunks',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        if (buildLanguage === undefined) throw new Error('Build with scripts/build.mjs: once per language')
        const without = (files: readonly string[], known: readonly string[]) =>
          files.filter((file) => !html.includes(file) && !known.includes(file))
        const ofApp = filesOf(bundle, app)
        const list = {
          always: filesOf(bundle, main).filter((file) => file.endsWith('.js')),
          login: without(filesOf(bundle, login), []),
          app: without(ofApp, []),
          pages: Object.fromEntries(
            pages.map(({ path, module }) => [path, without(filesOf(bundle, module), ofApp)]),
          ),
          asks: { '': shellAsks, ...Object.fromEntries(pages.map(({ path, asks }) => [path, asks])) },
        }
        const lists = JSON.stringify({ [buildLanguage]: list })
        const data = `<script type="application/json" id="early-chunks">${lists}</script>`
        return html.replace(scriptTags, '').replace('<!--early-chunks-->', () => data)
      },
    },
  }
}
