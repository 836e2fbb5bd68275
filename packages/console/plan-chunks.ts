import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import type { Plugin, Rolldown } from 'vite'
import { type Bundle, findChunk } from './early-chunks.ts'
import { joinChunks, type PlainChunk, type View } from './join-chunks.ts'
import { allRoutes } from './src/routes/routes.ts'

const planFile = resolve(import.meta.dirname, '../../dist/chunk-plan.json')
const planSchema = v.record(v.string(), v.string())
const source = (path: string) => resolve(import.meta.dirname, 'src', path)

const frame = ['main.tsx', 'app-entry.tsx'].map(source)
const login = ['main.tsx', 'login-entry.tsx'].map(source)
/**
 * These modules are excluded: those that every visit loads are one file each already, and those of the login have the
 * tightest budget.
 */
const placedByHand = [
  ...frame,
  ...login,
  ...['clusters-entry.tsx', 'features/system/login/sign-in.ts'].map(source),
  source('features/system/login/default-password-form.tsx'),
]
/**
 * The maximum number of unused bytes that a page may load, and the maximum size of a page with them, beside the
 * frame.
 */
const mostWaste = 20_000
const heaviestPage = 126_900
/**
 * The weight of all views that are opened from a page: each is opened now and then, so together they count as much as
 * the page.
 */
const openedWeight = 1
const mostWasteOpened = 24_000
const mostWasteFirst = 3_000
/**
 * The maximum number of pages by which a view that many pages open is judged: to judge it by each page takes a
 * minute.
 */
const mostOpeners = 6

/**
 * The editors have budgets of their own, beside the modules that are loaded before them. This many bytes of what
 * joining saves must remain.
 */
const editorSlack = 2_000
const editors = [
  { editor: 'integration/rules/editor/rule-sql-code', before: ['integration/rules/page/rule-page'] },
  { editor: 'integration/flows/flow-editor', before: [] },
]

const different = 'ui/difference/different-lines.tsx'
const formParts = ['features/integration/bridges/form/sample-help.ts', different]
const bridgeParts = ['features/integration/bridges/actions/action-history.tsx', 'resource/metrics-chart.tsx']
/** The modules that pages load by themselves after their first render, beside the parts of their first views. */
const drawnLater: Readonly<Record<string, readonly string[]>> = {
  'integration/rules/form/create-rule-page': [
    'features/integration/rules/form/loop-hint.tsx',
    'features/integration/rules/editor/statement-diagnostics.ts',
    different,
  ],
  'integration/rules/list/rules-page': [
    '../../languages/src/rule-sql/check-statement.ts',
    'features/integration/rules/editor/problem-text.ts',
  ],
  'integration/flows/create-flow-page': ['features/integration/rules/form/column-list.tsx', different],
  'integration/webhooks/create-webhook-page': formParts,
  'integration/bridges/actions/create-action-page': formParts,
  'integration/bridges/actions/action-page': bridgeParts,
  'integration/bridges/actions/source-page': bridgeParts,
}

/** The pages with the parts of their first views; a worker is built separately. */
const firstViews = allRoutes().map(([, { page, parts = [], asksEarly }]) => ({
  modules: [page, ...parts].filter((one) => !one.endsWith('-worker')).map(findSource),
  later: (drawnLater[page] ?? []).map(source),
  isEarly: asksEarly !== undefined,
}))

/** The modules that are looked up by their file names: each page, and the modules with budgets of their own. */
const namedModules = [
  ...firstViews.flatMap(({ modules }) => modules.slice(0, 1)),
  ...['rules/editor/rule-sql-code', 'rules/form/rule-form-lab', 'flows/flow-editor'].map((part) =>
    findSource(`integration/${part}`),
  ),
]

function findSource(module: string): string {
  return source(`features/${module}.tsx`)
}

/** Returns the same name for a module in each language. */
function nameModule(id: string): string {
  return id.replace(/\.zh(\.ts\?only=)/, '$1')
}

/**
 * Writes the plan of chunks in a build whose output is discarded: which chunks the builds of the languages join,
 * module by module.
 */
export function planChunks(): Plugin {
  return {
    name: 'plan-chunks',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = readChunks(bundle)
        const plan = joinChunks(chunks, listViews(bundle, chunks)).flatMap(({ name, members }) =>
          members.flatMap((file) => chunks.get(file)?.modules.map((id) => [nameModule(id), name]) ?? []),
        )
        mkdirSync(dirname(planFile), { recursive: true })
        writeFileSync(planFile, JSON.stringify(Object.fromEntries(plan)))
      },
    },
  }
}

/** Returns a function that tells to which joined file a module belongs. */
export function readChunkPlan(): (id: string) => string | null {
  const text = existsSync(planFile) ? readFileSync(planFile, 'utf8') : '{}'
  const places = new Map(Object.entries(v.parse(v.pipe(v.string(), v.parseJson(), planSchema), text)))
  return (id) => places.get(nameModule(id)) ?? null
}

interface BuiltChunk extends PlainChunk {
  readonly modules: readonly string[]
  readonly opens: readonly string[]
}
type Chunks = ReadonlyMap<string, BuiltChunk>

function readChunks(bundle: Bundle): Chunks {
  const built = Object.entries(bundle).flatMap(([file, one]) =>
    one.type === 'chunk' ? [[file, one] as const] : [],
  )
  const imports = new Map(built.map(([file, one]) => [file, one.imports]))
  const fixed = collectReach(
    imports,
    placedByHand.map((module) => findChunk(bundle, module)),
  )
  const named = new Set(namedModules.map((module) => findChunk(bundle, module)))
  return new Map(
    built.map(([file, one]) => {
      const styles = readStyles(bundle, one)
      const bytes = [one.code, ...styles].reduce((sum, text) => sum + gzipSync(text).length, 0)
      return [
        file,
        {
          name: one.name,
          bytes,
          hasStyles: styles.length > 0,
          imports: one.imports,
          opens: one.dynamicImports,
          isNamed: named.has(file),
          isJoinable: !fixed.has(file),
          modules: one.moduleIds,
        },
      ]
    }),
  )
}

function readStyles(
  bundle: Bundle,
  { viteMetadata }: Rolldown.OutputChunk,
): readonly (string | Uint8Array)[] {
  return [...(viteMetadata?.importedCss ?? [])].map((file) => {
    const asset = bundle[file]
    return asset?.type === 'asset' ? asset.source : ''
  })
}

function collectReach(
  imports: ReadonlyMap<string, readonly string[]>,
  from: readonly string[],
): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [...from]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    waiting.push(...(imports.get(file) ?? []))
  }
  return reached
}

function listViews(bundle: Bundle, chunks: Chunks): readonly View[] {
  const imports = new Map([...chunks].map(([file, chunk]) => [file, chunk.imports]))
  const find = (modules: readonly string[]) => modules.map((module) => findChunk(bundle, module))
  const listOpened = (files: ReadonlySet<string>) =>
    new Set([...files].flatMap((file) => chunks.get(file)?.opens ?? []).filter((file) => !files.has(file)))
  const ofFrame = collectReach(imports, find(frame))
  const openedFromFrame = listOpened(ofFrame)
  const pages = firstViews.map(({ modules, later, isEarly }) => {
    const own = [...collectReach(imports, find(modules.slice(0, 1)))].filter((file) => !ofFrame.has(file))
    const left = heaviestPage - own.reduce((sum, file) => sum + (chunks.get(file)?.bytes ?? 0), 0)
    return {
      chunks: find([...frame, ...modules, ...later]),
      weight: modules.length > 1 ? 2 : 1,
      mostWaste: isEarly ? 0 : Math.max(0, Math.min(mostWaste, left)),
      isEarly,
    }
  })
  const openers = new Map<string, number>()
  const opened = pages.flatMap(({ chunks: there, isEarly }) => {
    const openable = [...listOpened(collectReach(imports, there))]
    return openable.flatMap((file) => {
      const before = openers.get(file) ?? 0
      openers.set(file, before + 1)
      if (before >= mostOpeners) return []
      // The views that an early page itself opens are part of its first view.
      const isFirst = isEarly && !openedFromFrame.has(file)
      const opening = isFirst
        ? { weight: 1, mostWaste: mostWasteFirst }
        : { weight: openedWeight / openable.length, mostWaste: mostWasteOpened }
      return [{ chunks: [...there, file], ...opening }]
    })
  })
  return [
    ...pages,
    ...opened,
    { chunks: find(login), weight: 1, mostWaste: 0 },
    ...editors.map(({ editor, before }) => ({
      chunks: find([...frame, findSource(editor)]),
      before: find([...frame, ...before.map(findSource)]),
      weight: 0,
      mostWaste: -editorSlack,
    })),
  ]
}
