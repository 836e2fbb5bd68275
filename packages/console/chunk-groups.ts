import { basename, join, resolve } from 'node:path'
import { allRoutes } from './src/routes/routes.ts'

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    /** Who loads it, statically. */
    readonly importers: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

const patterns = resolve(import.meta.dirname, '../languages/src/pcre')
const source = (path: string) => resolve(import.meta.dirname, 'src', path)

/** Everything that is there as soon as the module is, without what it loads later. */
function collectReach(entry: string, graph: ModuleGraph): ReadonlySet<string> {
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

/** What the provider around the application, and the store of its notices, are made of: with the shell, which needs them. */
function isOfProvider(id: string): boolean {
  return /node_modules.(@mantine.core.esm.core.(MantineProvider.(?!use-props)|utils.(deep-merge|keys|units-converters))|@mantine.(notifications.esm.notifications\.store|store)|use-sync-external-store|get-nonce|@mantine.hooks.esm.(utils.random-id|use-isomorphic-effect))/.test(
    id,
  )
}

interface Chunk {
  readonly name: string
  /** A machine of the kit, by the modules that pages use it through. */
  readonly through: readonly string[]
}

/** Only pages that use one load it with what belongs to it. */
const machines: readonly Chunk[] = [
  { name: 'chart', through: ['kit/chart/time-series.tsx'] },
  { name: 'table', through: ['kit/table/data-table.tsx'] },
  {
    name: 'form',
    through: [
      'kit/form/shell/form-layout.tsx',
      'kit/form/shell/form-dialog.tsx',
      'kit/form/shell/form-drawer.tsx',
    ],
  },
  { name: 'payload', through: ['ui/payload-viewer.tsx'] },
  {
    name: 'link',
    through: [
      'domain/mqtt-link/connect-worker.ts',
      'domain/mqtt-link/connection-settings.ts',
      'domain/mqtt-link/explain-end.ts',
      'domain/mqtt-link/explain-refusal.ts',
      'domain/mqtt-link/link-state.ts',
      'domain/mqtt-link/link-message.ts',
      'domain/mqtt-link/use-broker-ports.ts',
    ],
  },
  { name: 'publish', through: ['domain/publish/publish-form.tsx'] },
]

/** Where most visits begin. */
const earlyPages = allRoutes().flatMap(([, { asksEarly, page }]) =>
  asksEarly === undefined ? [] : [source(`features/${page}.tsx`)],
)
/** What such a page shares with others comes in one file, not in one for each set of sharers. */
const nameFirstPage = (at: number) => basename(earlyPages[at] ?? '', '.tsx')
/** And what else it needs that few others do, who then load a few kilobytes more, but not ten files of some hundred bytes. */
const belowFirstPageChunk = (at: number) => `below-first-${at}`
const fewUsers = 12
/** What the late parts of the overview share with as few the bundler places: the other pages load no contract of theirs. */
const fewPages = 5
const fewStyled = 6

/** What fewer of the pages share the bundler places: in a file of all, most pages would load it for nothing. */
const wideUse = 1 / 4

/** What tries a statement on messages, below `features/integration`: each is loaded when it is wanted. */
const labParts = [
  'rules/form/rule-form-lab.tsx',
  'rules/live/rule-test-tab.tsx',
  'rules/functions/function-about.tsx',
  'flows/filter-drawer.tsx',
  'bridges/form/sample-drawer.tsx',
  'bridges/form/sample-help.ts',
  'rules/lab/judge-case.ts',
  'rules/lab/lab-evaluator.ts',
].map((file) => source(`features/integration/${file}`))

/** Everything that is loaded when it is wanted. */
function lazyEntries(graph: ModuleGraph): ReadonlySet<string> {
  const entries = new Set<string>()
  const seen = new Set<string>()
  const waiting = [source('main.tsx')]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const lazily of dynamicallyImportedIds) entries.add(lazily)
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  return entries
}

/** Which chunk each module goes to; what is not in it the bundler places itself. */
function placeAll(graph: ModuleGraph): ReadonlyMap<string, string> {
  const pageIds = graph.getModuleInfo(source('app/routes.tsx'))?.dynamicallyImportedIds ?? []
  const entries = new Set(
    ['main.tsx', 'login-entry.tsx', 'app-entry.tsx', 'clusters-entry.tsx'].map(source).concat(pageIds),
  )
  const login = new Set([
    ...collectReach(source('main.tsx'), graph),
    ...collectReach(source('login-entry.tsx'), graph),
  ])
  const app = collectReach(source('app-entry.tsx'), graph)
  const pages = pageIds.map((page) => collectReach(page, graph))
  const listUsers = (id: string) => pages.filter((page) => page.has(id))
  const places = new Map<string, string>()
  const put = (id: string, chunk: string) => {
    if (!entries.has(id) && !isOfMantine(id) && !places.has(id)) places.set(id, chunk)
  }
  for (const id of login) {
    // Apart from our own modules: Mantine needs React, and ours need Mantine, so one file of both would need itself.
    if (id.includes('node_modules')) put(id, 'react')
    else if (app.has(id) || listUsers(id).length > 0) put(id, 'base')
  }
  // The login fetches it when it is drawn, the application before.
  for (const late of ['sign-in.ts', 'default-password-form.tsx'])
    for (const id of collectReach(source(`features/system/login/${late}`), graph))
      if (app.has(id) || listUsers(id).length > 0) put(id, 'asking')
  for (const id of app) if (!login.has(id)) put(id, 'shell')
  // Everybody begins with it.
  for (const id of collectReach(source('main.tsx'), graph))
    if (!id.includes('node_modules')) places.set(id, 'base')
  // What the shell begins with, and what follows every page: nobody loads them alone.
  places.set(source('app-entry.tsx'), 'shell')
  for (const id of collectReach(source('api/activity.ts'), graph)) put(id, 'shell')
  // Its styles run before it: in a file of their own, the two would need each other.
  for (const id of app) if (id.includes('node_modules') && id.endsWith('.css')) places.set(id, 'shell')
  // One file of styles for the shell and the first pages: a round trip each is more than their few kilobytes.
  const early = earlyPages.map((page) => collectReach(page, graph))
  const drawnLater = ['overview/health-strip.tsx', '../../kit/chart/plot.tsx'].map((part) =>
    collectReach(source(join('features/monitoring', part)), graph),
  )
  for (const id of [...early, ...drawnLater].flatMap((reached) => [...reached]))
    if (/\.css$/.test(id) && !login.has(id)) put(id, 'shell')
  // What several pages share of styles: each file of them is another round trip.
  const loadedLater = [...lazyEntries(graph)].map((entry) => collectReach(entry, graph))
  for (const id of new Set(loadedLater.flatMap((reached) => [...reached])))
    if (id.includes('.css') && loadedLater.filter((reached) => reached.has(id)).length >= fewStyled)
      put(id, 'styles')
  // Who writes a statement needs no more of its language than who only looks at one: not what evaluates it.
  const language = [
    'parse-statement.ts',
    'print-statement.ts',
    'event-columns.ts',
    'function-catalogue.ts',
    'rewrite-from.ts',
  ].map((file) => resolve(import.meta.dirname, '../languages/src/rule-sql', file))
  for (const id of language.flatMap((entry) => [...collectReach(entry, graph)]))
    if (!places.has(id)) places.set(id, 'statement')
  // Whoever judges patterns loads their engine, and nobody else.
  for (const id of collectReach(resolve(patterns, 'compile-pcre.ts'), graph))
    put(id, id.startsWith(patterns) ? 'pcre' : 'shell')
  const shared = [...new Set(pages.flatMap((page) => [...page]))].filter(
    (id) => !app.has(id) && !login.has(id) && listUsers(id).length > 1,
  )
  for (const { name, through } of machines) {
    const entrances = through.map(source)
    const closure = new Set(entrances.flatMap((entrance) => [...collectReach(entrance, graph)]))
    const isOnlyOfIt = (id: string) => listUsers(id).every((page) => entrances.some((one) => page.has(one)))
    for (const id of shared) if (closure.has(id) && isOnlyOfIt(id)) put(id, name)
  }
  const overviewPage = source('features/monitoring/overview/overview-page.tsx')
  const overview = collectReach(overviewPage, graph)
  const later = new Set(
    (graph.getModuleInfo(overviewPage)?.dynamicallyImportedIds ?? []).flatMap((id) => [
      ...collectReach(id, graph),
    ]),
  )
  for (const id of shared.filter((one) => !places.has(one))) {
    // Two files that need each other would not load: what builds on a machine goes with it, the rest is below all.
    const below = new Set([...collectReach(id, graph)].map((one) => places.get(one)))
    const [machine, ...others] = machines.filter(({ name }) => below.has(name))
    if (others.length > 0 || isOfFeature(id)) continue
    // The overview's machines carry nothing that only other pages build on them.
    const isForeign = machine?.through.some((one) => overview.has(source(one))) && !overview.has(id)
    if (isForeign) continue
    if (overview.has(id)) put(id, machine?.name ?? 'kit')
    // Beside the overview without what only other pages need; all that it builds on is placed the same way.
    else if (later.has(id)) {
      if (listUsers(id).length > fewPages) put(id, machine?.name ?? 'checks')
    } else if (listUsers(id).length >= pages.length * wideUse) put(id, machine?.name ?? 'more')
  }
  for (const [at, page] of earlyPages.entries()) {
    const isOnlyHere = (id: string) => early.every((reached, other) => other === at || !reached.has(id))
    const own = new Set([...(early[at] ?? [])].filter((id) => !places.has(id) && isOnlyHere(id)))
    // Nothing that others stand on: a file of theirs and this one would need each other.
    const isLoadedByPages = (id: string) =>
      (graph.getModuleInfo(id)?.importers ?? []).every((one) => own.has(one) || isOfFeature(one))
    for (let before = -1; before !== own.size; ) {
      before = own.size
      for (const id of own) if (!isLoadedByPages(id)) own.delete(id)
    }
    for (const id of own) put(id, nameFirstPage(at))
    places.set(page, nameFirstPage(at))
    for (const id of early[at] ?? [])
      if (id !== page && listUsers(id).length <= fewUsers) put(id, belowFirstPageChunk(at))
  }
  // Beside the form of a rule one part of them is shown: in files of their sharers that were thirty.
  const [lab = ''] = labParts
  const ofOthers = new Set(
    [...lazyEntries(graph)].flatMap((id) => (labParts.includes(id) ? [] : [...collectReach(id, graph)])),
  )
  for (const id of collectReach(lab, graph)) if (id !== lab && !ofOthers.has(id)) put(id, 'lab')
  return places
}

/** What several pages of one feature share is theirs. */
function isOfFeature(id: string): boolean {
  return id.startsWith(source('features'))
}

const known = new WeakMap<ModuleGraph, ReadonlyMap<string, string>>()

function findPlace(id: string, graph: ModuleGraph): string | undefined {
  const places = known.get(graph) ?? placeAll(graph)
  known.set(graph, places)
  return isOfProvider(id) ? 'shell' : places.get(id)
}

/**
 * The bundler's own splitting makes some seventy small files for the first view, and on a slow line every file costs a
 * round trip. What login and application share, how they ask the broker, the shell, each machine, the language of rules, patterns,
 * what the overview shares with other pages, what its late parts share with them, what only the others share, what tries
 * a statement, and what each of the first pages shares with few become one file each.
 */
export const chunkGroups = [
  'react',
  'base',
  'asking',
  'shell',
  ...machines.map(({ name }) => name),
  'styles',
  'statement',
  'pcre',
  'kit',
  'checks',
  'more',
  'lab',
  ...earlyPages.flatMap((_, at) => [nameFirstPage(at), belowFirstPageChunk(at)]),
].map((chunk) => ({
  debugName: chunk,
  name: (id: string, graph: ModuleGraph) => (findPlace(id, graph) === chunk ? chunk : null),
}))
