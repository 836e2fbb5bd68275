import { basename, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { allRoutes } from './src/routes/routes.ts'

const source = (path: string) => resolve(import.meta.dirname, 'src', path)

const login = source('login-entry.tsx')
const app = source('app-entry.tsx')
/** Where most visits begin, by the end of their path. */
const pages = Object.fromEntries(
  allRoutes()
    .filter(([, { isEarly }]) => isEarly === true)
    .map(([, { path, page }]) => [path.slice(1), source(`features/${page}.tsx`)]),
)

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

/**
 * Lists in the page what login, application and its first pages are made of, for `public/static/early-chunks.js`: the
 * page itself names only what all of them need, and the rest would be asked for when that has been read and run.
 */
export function earlyChunks(): Plugin {
  return {
    name: 'early-chunks',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        const without = (files: readonly string[], known: readonly string[]) =>
          files.filter((file) => !html.includes(file) && !known.includes(file))
        const ofApp = filesOf(bundle, app)
        const list = {
          login: without(filesOf(bundle, login), []),
          app: without(ofApp, []),
          pages: Object.fromEntries(
            Object.entries(pages).map(([path, module]) => [path, without(filesOf(bundle, module), ofApp)]),
          ),
        }
        const data = `<script type="application/json" id="early-chunks">${JSON.stringify(list)}</script>`
        return html.replace('<!--early-chunks-->', () => data)
      },
    },
  }
}
