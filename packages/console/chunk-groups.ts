import { basename, join, resolve } from 'node:path'
import { allRoutes } from './src/routes/routes.ts'

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    /** The modules that import this module statically. */
    readonly importers: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

const patterns = resolve(import.meta.dirname, '../languages/src/pcre')
const source = (path: string) => resolve(import.meta.dirname, 'src', path)

/** Returns all modules that are loaded together with a module, without those that it loads later. */
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

/**
 * Tells whether a module belongs to Mantine or is used only by it: Mantine's entry names every component, so only the
 * bundler knows which modules use which component.
 */
function isOfMantine(id: string): boolean {
  return (
    id.includes('node_modules') &&
    !/node_modules.(react|react-dom|scheduler|valibot|@tanstack|@tabler|uplot)[\\/]/.test(id)
  )
}

/**
 * Tells whether a module belongs to the provider around the application or to the store of its notices; these go with
 * the shell, which needs them.
 */
function isOfProvider(id: string): boolean {
  return /node_modules.(@mantine.core.esm.core.(MantineProvider.(?!use-props)|utils.(deep-merge|keys|units-converters))|@mantine.(notifications.esm.notifications\.store|store)|use-sync-external-store|get-nonce|@mantine.hooks.esm.(utils.random-id|use-isomorphic-effect))/.test(
    id,
  )
}

interface Chunk {
  readonly name: string
  /** The modules through which pages use a component group of the kit. */
  readonly through: readonly string[]
}

/** The component groups with their modules, which are loaded only by pages that use them. */
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

/** The pages where most visits begin. */
const earlyPages = allRoutes().flatMap(([, { asksEarly, page }]) =>
  asksEarly === undefined ? [] : [source(`features/${page}.tsx`)],
)
/** The chunk with the modules that such a page shares with others, instead of a chunk for each set of sharers. */
const nameFirstPage = (at: number) => basename(earlyPages[at] ?? '', '.tsx')
/**
 * The chunk with the other modules of such a page that few pages use; those pages then load a few kilobytes more, but
 * not ten files of some hundred bytes.
 */
const belowFirstPageChunk = (at: number) => `below-first-${at}`
const fewUsers = 12
/**
 * Modules that the late parts of the overview share with at most this many pages are placed by the bundler: the other
 * pages do not load their contract.
 */
const fewPages = 5
const fewStyled = 6

/**
 * Modules that a smaller share of the pages uses are placed by the bundler: in a common chunk most pages would load
 * them for nothing.
 */
const wideUse = 1 / 4

/** The parts that try a statement on messages, below `features/integration`: each is loaded on demand. */
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

/** Returns all modules that are loaded on demand. */
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

/** Returns the chunk of each module; the bundler places the remaining modules itself. */
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
    // React has a chunk of its own: Mantine needs React, and our modules need Mantine, so a common chunk would import
    // itself.
    if (id.includes('node_modules')) put(id, 'react')
    else if (app.has(id) || listUsers(id).length > 0) put(id, 'base')
  }
  // The login loads these modules once it is rendered, the application before.
  for (const late of ['sign-in.ts', 'default-password-form.tsx'])
    for (const id of collectReach(source(`features/system/login/${late}`), graph))
      if (app.has(id) || listUsers(id).length > 0) put(id, 'asking')
  for (const id of app) if (!login.has(id)) put(id, 'shell')
  // Every visit begins with these modules.
  for (const id of collectReach(source('main.tsx'), graph))
    if (!id.includes('node_modules')) places.set(id, 'base')
  // The entry of the shell and the modules that follow every page are never loaded alone.
  places.set(source('app-entry.tsx'), 'shell')
  for (const id of collectReach(source('api/activity.ts'), graph)) put(id, 'shell')
  // The styles of the packages come before the shell: in a chunk of their own, both chunks would import each other.
  for (const id of app) if (id.includes('node_modules') && id.endsWith('.css')) places.set(id, 'shell')
  // The shell and the first pages share a file of styles, because a round trip costs more than their few kilobytes.
  const early = earlyPages.map((page) => collectReach(page, graph))
  const drawnLater = ['overview/health-strip.tsx', '../../kit/chart/plot.tsx'].map((part) =>
    collectReach(source(join('features/monitoring', part)), graph),
  )
  for (const id of [...early, ...drawnLater].flatMap((reached) => [...reached]))
    if (/\.css$/.test(id) && !login.has(id)) put(id, 'shell')
  // Styles that several pages share go to a common chunk, because each file of styles is another round trip.
  const loadedLater = [...lazyEntries(graph)].map((entry) => collectReach(entry, graph))
  for (const id of new Set(loadedLater.flatMap((reached) => [...reached])))
    if (id.includes('.css') && loadedLater.filter((reached) => reached.has(id)).length >= fewStyled)
      put(id, 'styles')
  // Pages that edit a statement and pages that only show it need the same part of the language: everything except its
  // evaluation.
  const language = [
    'parse-statement.ts',
    'print-statement.ts',
    'event-columns.ts',
    'function-catalogue.ts',
    'rewrite-from.ts',
  ].map((file) => resolve(import.meta.dirname, '../languages/src/rule-sql', file))
  for (const id of language.flatMap((entry) => [...collectReach(entry, graph)]))
    if (!places.has(id)) places.set(id, 'statement')
  // Only pages that evaluate patterns load the pattern engine.
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
    // Chunks that import each other would not load: a module that builds on a component group goes to its chunk; the
    // rest lies below all groups.
    const below = new Set([...collectReach(id, graph)].map((one) => places.get(one)))
    const [machine, ...others] = machines.filter(({ name }) => below.has(name))
    if (others.length > 0 || isOfFeature(id)) continue
    // The component groups of the overview contain no modules that only other pages build on them.
    const isForeign = machine?.through.some((one) => overview.has(source(one))) && !overview.has(id)
    if (isForeign) continue
    if (overview.has(id)) put(id, machine?.name ?? 'kit')
    // The chunk beside the overview contains no modules that only other pages need; everything that a module builds
    // on is placed the same way.
    else if (later.has(id)) {
      if (listUsers(id).length > fewPages) put(id, machine?.name ?? 'checks')
    } else if (listUsers(id).length >= pages.length * wideUse) put(id, machine?.name ?? 'more')
  }
  for (const [at, page] of earlyPages.entries()) {
    const isOnlyHere = (id: string) => early.every((reached, other) => other === at || !reached.has(id))
    const own = new Set([...(early[at] ?? [])].filter((id) => !places.has(id) && isOnlyHere(id)))
    // Modules that modules of other chunks import are excluded: their chunk and this one would import each other.
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
  // The modules that only these parts use become a single chunk. One of the parts is shown beside the form of a rule,
  // and split by their users the modules would be thirty files.
  const [lab = ''] = labParts
  const ofOthers = new Set(
    [...lazyEntries(graph)].flatMap((id) => (labParts.includes(id) ? [] : [...collectReach(id, graph)])),
  )
  for (const id of collectReach(lab, graph)) if (id !== lab && !ofOthers.has(id)) put(id, 'lab')
  return places
}

/** Tells whether a module belongs to a feature, whose pages keep the modules that they share. */
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
 * The chunks of the build. The bundler's own splitting creates some seventy small files for the first view, and on a
 * slow line every file costs a round trip. One chunk each contains: the modules that login and application share,
 * those that send requests to the broker, the shell, each component group, the rule language, patterns, the modules
 * that the overview shares with other pages, those that its late parts share with them, those that only the other
 * pages share, the parts that try a statement, and the modules that each of the first pages shares with few.
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
