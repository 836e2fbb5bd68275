import * as v from 'valibot'

const keys = v.optional(v.array(v.string()), [])

export const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: keys,
    dynamicImports: keys,
    css: keys,
  }),
)
/** The content of the manifest that Vite writes. */
export type Manifest = v.InferOutput<typeof manifestSchema>

export interface Budget {
  readonly view: string
  /** The size of JavaScript and CSS with gzip, in bytes. */
  readonly bytes: number
  readonly limit: number
}

export interface FileBudget {
  readonly view: string
  readonly files: number
  readonly limit: number
}

const KB = 1000
const LIMITS = {
  login: 92 * KB,
  overview: 235 * KB,
  more: 127 * KB,
  editor: 150 * KB,
  flow: 150 * KB,
  lab: 60 * KB,
} as const
/** The maximum number of files; on a slow connection six files load at a time. */
const MOST_FILES = 34
const MOST_FILES_OF: Readonly<Record<string, number>> = {
  overview: 14,
  createRule: 38,
  createFlow: 45,
  flow: 45,
}
const LOGIN = 'src/login-entry.tsx'
/** The entries are in the chunks that hold the modules shared with other entries. */
const PAGE = 'base'
const APP = 'shell'
const OVERVIEW = 'src/features/monitoring/overview/overview-page.tsx'
const RULE_PAGE = 'src/features/integration/rules/page/rule-page.tsx'
const RULE_EDITOR = 'src/features/integration/rules/editor/rule-sql-code.tsx'
const RULE_LAB = 'src/features/integration/rules/form/rule-form-lab.tsx'
const FLOW_EDITOR = 'src/features/integration/flows/flow-editor.tsx'
/** The files that the HTML page itself loads before all others. */
const ALWAYS = ['static/color-scheme.js', 'static/early-chunks.js']

/**
 * Returns the size of the first view of the login, of the overview, and of every other page on top of the shell; of
 * the rule editor on top of its page; of the flow editor on top of the shell, without the library that draws flows,
 * which loads later; and of the trial of a statement on top of that: it evaluates in a worker and does not need the
 * evaluator's modules.
 */
export function bundleBudgets(manifest: Manifest, gzipSize: (file: string) => number): readonly Budget[] {
  const size = (files: ReadonlySet<string>) => [...files].reduce((sum, file) => sum + gzipSize(file), 0)
  const shell = filesOf(manifest, PAGE, APP)
  const overview = keyOf(manifest, OVERVIEW)
  const pages = Object.entries(manifest).flatMap(([key, { file, name = '' }]) =>
    name.endsWith('-page') && file.endsWith('.js') && key !== overview ? [{ key, name }] : [],
  )
  const flow = new Set([...filesOf(manifest, FLOW_EDITOR)].filter((file) => !shell.has(file)))
  const editor = () => {
    const before = new Set([...shell, ...filesOf(manifest, RULE_PAGE)])
    return new Set([...filesOf(manifest, RULE_EDITOR)].filter((file) => !before.has(file)))
  }
  return [
    { view: 'login', bytes: size(filesOf(manifest, PAGE, LOGIN)), limit: LIMITS.login },
    { view: 'overview', bytes: size(filesOf(manifest, PAGE, APP, OVERVIEW)), limit: LIMITS.overview },
    ...pages.map(({ key, name }) => ({
      view: `${name}, beside the shell`,
      bytes: size(new Set([...filesOf(manifest, key)].filter((file) => !shell.has(file)))),
      limit: LIMITS.more,
    })),
    { view: 'rule editor, beside its page', bytes: size(editor()), limit: LIMITS.editor },
    { view: 'flow editor, beside the shell', bytes: size(flow), limit: LIMITS.flow },
    {
      view: 'rule lab, beside the flow editor',
      bytes: size(
        new Set([...filesOf(manifest, RULE_LAB)].filter((file) => !shell.has(file) && !flow.has(file))),
      ),
      limit: LIMITS.lab,
    },
  ]
}

/**
 * Returns the number of files that the first view of each page loads, including those that a browser loads before any
 * page.
 */
export function fileBudgets(
  manifest: Manifest,
  ofPages: Readonly<Record<string, readonly string[]>>,
): readonly FileBudget[] {
  const shell = filesOf(manifest, PAGE, APP)
  return Object.entries(ofPages).map(([view, files]) => ({
    view,
    files: new Set([...shell, ...files]).size,
    limit: MOST_FILES_OF[view] ?? MOST_FILES,
  }))
}

/**
 * Returns files that import each other cyclically: it is undefined which of them runs before the other is
 * initialized.
 */
export function filesInCircles(manifest: Manifest): readonly string[] {
  const importsOf = (key: string) => manifest[key]?.imports ?? []
  const isInCircle = (key: string) => {
    const seen = new Set<string>()
    const waiting = [...importsOf(key)]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === key) return true
      if (!seen.has(next)) waiting.push(...importsOf(next))
      seen.add(next)
    }
    return false
  }
  return Object.keys(manifest).flatMap((key) => (isInCircle(key) ? (manifest[key]?.file ?? []) : []))
}

/** Returns all files that the given chunks load before they run. */
function filesOf(manifest: Manifest, ...entries: readonly string[]): ReadonlySet<string> {
  const files = new Set(ALWAYS)
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no chunk ${key}: where did it go?`)
    for (const file of [chunk.file, ...chunk.css]) files.add(file)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const entry of entries) visit(keyOf(manifest, entry))
  return files
}

/**
 * Returns the key of an entry. If its chunk also contains other modules, the manifest lists it under the chunk's
 * name.
 */
function keyOf(manifest: Manifest, entry: string): string {
  if (manifest[entry]) return entry
  const name = entry.split('/').at(-1)?.replace('.tsx', '')
  return (
    Object.keys(manifest).find(
      (key) => key.startsWith('_') && manifest[key]?.name === name && key.endsWith('.js'),
    ) ?? entry
  )
}
