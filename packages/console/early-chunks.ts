import { basename, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { buildLanguage } from './one-language.ts'
import { allRoutes } from './src/routes/routes.ts'

const source = (path: string) => resolve(import.meta.dirname, 'src', path)

const main = source('main.tsx')
const login = source('login-entry.tsx')
const app = source('app-entry.tsx')
/** The pages where most visits begin, by the end of their path. */
const firstPages = allRoutes().flatMap(([, { path, page, asksEarly: asks }]) =>
  asks === undefined ? [] : [{ path: path.slice(1), module: source(`features/${page}.tsx`), asks }],
)
/** The read requests of the frame around every page, below `api/v5`. */
const shellAsks = ['alarms?activated=true&limit=100', 'cluster', 'nodes', 'monitor_current']

/**
 * The list of the files of each page and of the parts of its first view, beside the application: the command reads
 * it.
 */
const pageFiles = 'static/page-files.json'

export type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** Lists the files of modules, with all files that are loaded before they run. */
function listFiles(bundle: Bundle, ...modules: readonly string[]): readonly string[] {
  return [...new Set(modules.flatMap((module) => filesOfOne(bundle, module)))]
}

function filesOfOne(bundle: Bundle, module: string): readonly string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(file)) return
    found.add(file)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    for (const imported of chunk.imports) visit(imported)
  }
  visit(findChunk(bundle, module))
  return [...found]
}

export function findChunk(bundle: Bundle, module: string): string {
  const [file] =
    Object.entries(bundle).find(([, chunk]) => chunk.type === 'chunk' && chunk.moduleIds.includes(module)) ??
    []
  if (file === undefined) throw new Error(`The build has no chunk for ${basename(module)}`)
  return file
}

/** Lists the files of a page and of the parts of its first view, without the files that are already loaded. */
function filesOfPage(
  bundle: Bundle,
  { page, parts = [] }: { readonly page: string; readonly parts?: readonly string[] },
  known: readonly string[],
): readonly string[] {
  const own = source(`features/${page}.tsx`)
  const lazily = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || lazily.has(file) || known.includes(file)) return
    lazily.add(file)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  visit(findChunk(bundle, own))
  const modules = parts
    .filter((part) => !part.endsWith('-worker'))
    .map((part) => source(`features/${part}.tsx`))
  for (const part of modules)
    if (!lazily.has(findChunk(bundle, part))) throw new Error(`${page} never loads ${basename(part)}`)
  const workers = parts.filter((part) => part.endsWith('-worker')).map((part) => findWorker(bundle, part))
  return [...listFiles(bundle, own, ...modules), ...workers].filter((file) => !known.includes(file))
}

/** Finds the file of a worker, which is built separately, so that only its file is in the bundle. */
function findWorker(bundle: Bundle, part: string): string {
  const file = Object.keys(bundle).find((one) => basename(one).startsWith(`${basename(part)}-`))
  if (file === undefined) throw new Error(`The build has no worker ${part}`)
  return file
}

const scriptTags = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g

/**
 * Lists in the page the files of the console, its login and its first pages in the language of this build, for
 * `public/static/early-chunks.js`: only the browser knows which language is wanted, and the remaining files would be
 * requested only after that script has been read and run. `scripts/join-languages.mjs` joins the pages of all
 * languages into one. The files of all other pages are listed in a file that only the command reads.
 */
export function earlyChunks(): Plugin {
  return {
    name: 'early-chunks',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (buildLanguage === undefined) return
        const known = [...listFiles(bundle, main), ...listFiles(bundle, app)]
        const files = allRoutes().map(([name, declared]) => [name, filesOfPage(bundle, declared, known)])
        const lists = JSON.stringify({ [buildLanguage]: Object.fromEntries(files) })
        this.emitFile({ type: 'asset', fileName: pageFiles, source: lists })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        if (buildLanguage === undefined) throw new Error('Build with scripts/build.mjs: once per language')
        const without = (files: readonly string[], known: readonly string[]) =>
          files.filter((file) => !html.includes(file) && !known.includes(file))
        const ofApp = listFiles(bundle, app)
        const list = {
          always: listFiles(bundle, main).filter((file) => file.endsWith('.js')),
          login: without(listFiles(bundle, login), []),
          app: without(ofApp, []),
          pages: Object.fromEntries(
            firstPages.map(({ path, module }) => [path, without(listFiles(bundle, module), ofApp)]),
          ),
          asks: { '': shellAsks, ...Object.fromEntries(firstPages.map(({ path, asks }) => [path, asks])) },
        }
        const lists = JSON.stringify({ [buildLanguage]: list })
        const data = `<script type="application/json" id="early-chunks">${lists}</script>`
        return html.replace(scriptTags, '').replace('<!--early-chunks-->', () => data)
      },
    },
  }
}
