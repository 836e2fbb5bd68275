import { posix } from 'node:path'
import type { Repository } from './repository.ts'
import type { Import, SourceFile } from './source-file.ts'

export interface Edge extends Import {
  readonly from: SourceFile
  /** The path in the repository, existing or not; undefined for a library or a Node module. */
  readonly target: string | undefined
}

export function edgesOf(file: SourceFile): readonly Edge[] {
  return file.syntax.imports.map((imported) => ({
    ...imported,
    from: file,
    target: resolveSpecifier(file.path, imported.specifier),
  }))
}

export function graphOf(repository: Repository): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, readonly string[]>()
  for (const file of repository.code()) {
    const targets = edgesOf(file).flatMap(({ target }) =>
      target && repository.file(target)?.isCode ? [target] : [],
    )
    graph.set(file.path, targets)
  }
  return graph
}

/** Returns the package name of specifiers such as `lodash/fp` and `@scope/name/file.ts`. */
export function libraryOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function resolveSpecifier(from: string, specifier: string): string | undefined {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  const own = /^packages\/[^/]+\//.exec(from)?.[0]
  if (path.startsWith('#')) return own ? `${own}src/${path.slice(1)}` : path
  const sibling = /^@brokerdeck\/([^/]+)\/(.+)$/.exec(path)
  return sibling ? `packages/${sibling[1]}/src/${sibling[2]}` : undefined
}
