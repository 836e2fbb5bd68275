import { posix } from 'node:path'
import { isCatalog, isTranslation, translatedFrom, translationOf } from './catalog.ts'
import { edgesOf } from './module-graph.ts'
import { type Repository, readRepository } from './repository.ts'
import type { SourceFile } from './source-file.ts'

/**
 * `npm run house:figures`: prints figures that show how accessible the source tree is. The limits of the figures are
 * in house.test.ts.
 */
export function main(): number {
  const repository = readRepository(process.cwd())
  for (const [scope, prefix] of [
    ['all packages', 'packages/'],
    ['console', 'packages/console/'],
  ] as const)
    process.stdout.write(`${scope}\n${printFigures(figuresOf(repository, prefix))}\n\n`)
  return 0
}

export interface Figures {
  readonly files: number
  readonly lines: number
  /** Shares range from 0 to 1. "Used once" means imported by exactly one file that is not a test. */
  readonly smallUsedOnce: number
  readonly small: number
  readonly exportsUsedOnce: number
  /**
   * Like `exportsUsedOnce`, but without exports that cannot be moved to their user: exports that are imported lazily,
   * and translations, which the build substitutes for their catalog.
   */
  readonly exportsNamedOnce: number
  /** The number of files that a page reaches by imports that are not lazy, including the page. */
  readonly reachedFromPage: number
  readonly unreachable: readonly string[]
  /** `path name` of the exports that only tests import. */
  readonly unusedExports: readonly string[]
}

const SMALL_USED_ONCE_LINES = 40
const SMALL_LINES = 30
/** The entry points of production: those given to Vite and rolldown, and the configuration of Vite. */
const ENTRIES = ['packages/server/src/main.ts', 'packages/console/src/main.tsx']
const BUILD_OF_CONSOLE = /^packages\/console\/[^/]+\.ts$/
const TOOLS = /^(bench|e2e|house|scripts)\//

export function figuresOf(repository: Repository, prefix: string): Figures {
  const graph = new ProductionGraph(repository)
  const files = graph.files.filter(({ path }) => path.startsWith(prefix))
  const usedOnce = files.filter(({ path }) => graph.importersOf(path) === 1)
  const exported = files.flatMap((file) => graph.exportsOf(file))
  const own = exported.filter(({ path }) => !isTranslation(path))
  const pages = files.filter(({ name }) => name.endsWith('-page.tsx'))
  const reached = pages.map(({ path }) => graph.reach([path], false).size).sort((a, b) => a - b)
  const alive = graph.reach(graph.starts(), true)
  return {
    files: files.length,
    lines: files.reduce((sum, { lineCount }) => sum + lineCount, 0),
    smallUsedOnce: share(
      usedOnce.filter(({ lineCount }) => lineCount <= SMALL_USED_ONCE_LINES),
      files,
    ),
    small: share(
      files.filter(({ lineCount }) => lineCount <= SMALL_LINES),
      files,
    ),
    exportsUsedOnce: share(
      exported.filter(({ users }) => users === 1),
      exported,
    ),
    exportsNamedOnce: share(
      own.filter(({ namedBy }) => namedBy === 1),
      own,
    ),
    reachedFromPage: reached[Math.floor(reached.length / 2)] ?? 0,
    unreachable: files.filter(({ path }) => !alive.has(path)).map(({ path }) => path),
    unusedExports: exported
      .filter(({ users, isUsedInside }) => users === 0 && !isUsedInside)
      .map(({ path, name }) => `${path} ${name}`),
  }
}

function share(some: readonly unknown[], all: readonly unknown[]): number {
  return all.length === 0 ? 0 : some.length / all.length
}

function printFigures(figures: Figures): string {
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  return [
    `  files                                     ${figures.files}`,
    `  lines                                     ${figures.lines}`,
    `  files of <= ${SMALL_USED_ONCE_LINES} lines with one importer    ${percent(figures.smallUsedOnce)}`,
    `  files of <= ${SMALL_LINES} lines                      ${percent(figures.small)}`,
    `  exports used by one other file            ${percent(figures.exportsUsedOnce)}`,
    `    not lazily, translations aside          ${percent(figures.exportsNamedOnce)}`,
    `  files reached from a page (median)        ${figures.reachedFromPage}`,
    `  files that production does not reach      ${figures.unreachable.length}`,
    ...figures.unreachable.map((path) => `    ${path}`),
    `  exports that only tests use               ${figures.unusedExports.length}`,
    ...figures.unusedExports.map((line) => `    ${line}`),
  ].join('\n')
}

interface Exported {
  readonly path: string
  readonly name: string
  readonly users: number
  /** The number of users that import the export by its name, or that import the whole module, without lazy imports. */
  readonly namedBy: number
  /** True if the file itself uses the export, so that it would remain in use without `export`. */
  readonly isUsedInside: boolean
}

class ProductionGraph {
  readonly files: readonly SourceFile[]
  readonly #paths: ReadonlySet<string>
  readonly #targets = new Map<string, readonly { path: string; isDynamic: boolean }[]>()
  readonly #importers = new Map<string, Set<string>>()
  /** The files that import each export, by `path name`. A file that imports a whole module counts for every name. */
  readonly #users = new Map<string, Set<string>>()
  /** The importing files that do not import lazily. */
  readonly #namedBy = new Map<string, Set<string>>()

  constructor(repository: Repository) {
    this.files = repository.code('packages/').filter(({ path, isTest }) => path.includes('/src/') && !isTest)
    const others = repository.code().filter(({ path, isTest }) => isTool(path) && !isTest)
    this.#paths = new Set(this.files.map(({ path }) => path))
    for (const file of [...this.files, ...others]) this.#read(file)
  }

  importersOf(path: string): number {
    return this.#usersOfEither(this.#importers, path, path).size
  }

  exportsOf(file: SourceFile): readonly Exported[] {
    return file.syntax.exports.map(({ name }) => {
      const countOf = (map: ReadonlyMap<string, Set<string>>) =>
        new Set([
          ...this.#usersOfEither(map, file.path, `${file.path} ${name}`),
          ...this.#usersOfEither(map, file.path, `${file.path} *`),
        ]).size
      return {
        path: file.path,
        name,
        isUsedInside: mentions(file, name) > 1,
        users: countOf(this.#users),
        namedBy: countOf(this.#namedBy),
      }
    })
  }

  /** A user of a catalog is also a user of its translation, in the build for that language. */
  #usersOfEither(users: ReadonlyMap<string, Set<string>>, path: string, key: string): ReadonlySet<string> {
    if (!isTranslation(path)) return users.get(key) ?? new Set()
    const ofCatalog = users.get(key.replace(path, translatedFrom(path))) ?? []
    return new Set([...(users.get(key) ?? []), ...ofCatalog].filter((user) => user !== path))
  }

  starts(): readonly string[] {
    return [...ENTRIES, ...[...this.#targets.keys()].filter(isTool)]
  }

  /** Returns the files that the given files reach; workers count as lazily imported. */
  reach(starts: readonly string[], isThroughLazy: boolean): ReadonlySet<string> {
    const seen = new Set(starts)
    const waiting = [...starts]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const target of this.#targets.get(path) ?? []) {
        if (seen.has(target.path) || (target.isDynamic && !isThroughLazy)) continue
        seen.add(target.path)
        waiting.push(target.path)
      }
    return seen
  }

  #read(file: SourceFile): void {
    const globbed = globbedBy(file, [...this.#paths])
    const targets = [...edgesOf(file), ...workersOf(file), ...globbed].flatMap(({ target, isDynamic }) =>
      target !== undefined && this.#paths.has(target) ? [{ path: target, isDynamic }] : [],
    )
    if (isCatalog(file.path)) targets.push({ path: translationOf(file.path), isDynamic: true })
    for (const { target } of globbed) addTo(this.#users, `${target} *`, file.path)
    this.#targets.set(file.path, targets)
    for (const { path } of targets) addTo(this.#importers, path, file.path)
    for (const { target, names, isDynamic } of namesImportedBy(file))
      for (const name of names) {
        addTo(this.#users, `${target} ${name}`, file.path)
        if (!isDynamic) addTo(this.#namedBy, `${target} ${name}`, file.path)
      }
  }
}

function isTool(path: string): boolean {
  return TOOLS.test(path) || BUILD_OF_CONSOLE.test(path)
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set()
  values.add(value)
  map.set(key, values)
}

function mentions(file: SourceFile, name: string): number {
  return file.text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0
}

function* workersOf(file: SourceFile): Generator<{ target: string; isDynamic: boolean }> {
  const folder = file.path.slice(0, file.path.lastIndexOf('/'))
  for (const [, relative = ''] of file.text.matchAll(/new URL\(\s*'(\.[^']+\.tsx?)',\s*import\.meta\.url/g))
    yield { target: new URL(relative, `file:///${folder}/`).pathname.slice(1), isDynamic: true }
}

/** Returns the files that Vite finds by a pattern, all imported lazily: `import.meta.glob`. */
function globbedBy(file: SourceFile, paths: readonly string[]) {
  const folder = posix.dirname(file.path)
  const patterns = [...file.text.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')/g)]
    .flatMap(([, list = '']) => [...list.matchAll(/'(!?)([^']+)'/g)])
    .map(([, not, pattern = '']) => ({
      isLeftOut: not === '!',
      regex: globRegex(posix.join(folder, pattern)),
    }))
  const isIn = (path: string, isLeftOut: boolean) =>
    patterns.some((one) => one.isLeftOut === isLeftOut && one.regex.test(path))
  return paths
    .filter((path) => isIn(path, false) && !isIn(path, true))
    .map((target) => ({ target, isDynamic: true }))
}

function globRegex(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

/**
 * Yields the imported names. Lazy imports also import by name: `import(…)).Name`, `.then(({ Name }) => …)`, or with
 * the name beside them.
 */
function* namesImportedBy(
  file: SourceFile,
): Generator<{ target: string; names: readonly string[]; isDynamic: boolean }> {
  const targets = new Map(edgesOf(file).map(({ specifier, target }) => [specifier, target]))
  for (const node of file.syntax.program.body) {
    const isImport = node.type === 'ImportDeclaration'
    const isReExport =
      (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') && node.source
    if (!isImport && !isReExport) continue
    const target = targets.get(node.source?.value ?? '')
    if (target === undefined) continue
    if (node.type === 'ExportAllDeclaration') yield { target, names: ['*'], isDynamic: false }
    else
      yield {
        target,
        names: node.specifiers.map((specifier) => {
          if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported)
          if (specifier.type === 'ExportSpecifier') return nameOf(specifier.local)
          return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
        }),
        isDynamic: false,
      }
  }
  for (const { target, isDynamic } of edgesOf(file))
    if (isDynamic && target !== undefined) yield { target, names: ['*'], isDynamic }
}

function nameOf(node: { readonly name: string } | { readonly value: string }): string {
  return 'name' in node ? node.name : node.value
}
