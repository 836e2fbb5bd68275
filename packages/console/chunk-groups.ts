import { resolve } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

const source = (path: string) => resolve(import.meta.dirname, 'src', path)

/** Everything that is there as soon as the module is, without what it loads later. */
function reachOf(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/** Mantine and what only it uses: its entry names every component, so who uses what is only known to the bundler. */
function isOfMantine(id: string): boolean {
  return (
    id.includes('node_modules') &&
    !/node_modules.(react|react-dom|scheduler|valibot|@tanstack|@tabler|uplot)[\\/]/.test(id)
  )
}

interface ChunkGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null
  readonly priority: number
  readonly debugName: string
}

type Place = (id: string, reach: Reach) => boolean

interface Reach {
  /** With what every page starts with. */
  readonly login: ReadonlySet<string>
  readonly app: ReadonlySet<string>
  readonly pages: readonly ReadonlySet<string>[]
}

function group(chunk: string, priority: number, belongs: Place): ChunkGroup {
  const known = new WeakMap<ModuleGraph, Reach>()
  return {
    priority,
    debugName: chunk,
    name: (id, graph) => {
      const pageIds = graph.getModuleInfo(source('app/routes.tsx'))?.dynamicallyImportedIds ?? []
      const entries = [source('main.tsx'), source('login-entry.tsx'), source('app-entry.tsx'), ...pageIds]
      if (entries.includes(id) || isOfMantine(id)) return null
      const reach = known.get(graph) ?? {
        login: new Set([...reachOf(source('main.tsx'), graph), ...reachOf(source('login-entry.tsx'), graph)]),
        app: reachOf(source('app-entry.tsx'), graph),
        pages: pageIds.map((page) => reachOf(page, graph)),
      }
      known.set(graph, reach)
      return belongs(id, reach) ? chunk : null
    },
  }
}

const usersOf: (id: string, reach: Reach) => number = (id, { pages }) =>
  pages.filter((page) => page.has(id)).length

/** Pages with a form: only they load the form machine and what comes with it. */
function isOfForms(id: string, { pages }: Reach): boolean {
  const users = pages.filter((page) => page.has(id))
  return users.length > 1 && users.every((page) => formShells.some((shell) => page.has(shell)))
}

const formShells = [source('kit/form/shell/form-layout.tsx'), source('kit/form/shell/form-dialog.tsx')]

/**
 * The bundler's own splitting makes some seventy small files for the first view, and on a slow line every file costs a
 * round trip. What login and application share, the shell, and what pages share become one file each.
 */
export const chunkGroups: ChunkGroup[] = [
  // Apart from our own modules: Mantine needs React, and ours need Mantine, so one file of both would need itself.
  group('react', 4, (id, { login }) => id.includes('node_modules') && login.has(id)),
  group('base', 3, (id, reach) => reach.login.has(id) && (reach.app.has(id) || usersOf(id, reach) > 0)),
  group('shell', 2, (id, { login, app }) => app.has(id) && !login.has(id)),
  group('form', 2, (id, reach) => !reach.app.has(id) && !reach.login.has(id) && isOfForms(id, reach)),
  group('kit', 1, (id, reach) => usersOf(id, reach) > 1 && !reach.app.has(id) && !reach.login.has(id)),
]
