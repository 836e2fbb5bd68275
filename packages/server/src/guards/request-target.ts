export interface RequestTarget {
  /** The path as it was sent, still encoded. */
  readonly path: string
  readonly query: URLSearchParams
}

/** Matches `.` or `..` in the spellings that URL parsers and many servers accept. */
const dotSegment = /^(?:\.|%2e){1,2}$/i

/** Tells whether a server may read the path as another path: a path with `/../` in it leads out of where it begins. */
export const hasDotSegment = (path: string): boolean =>
  path.split('/').some((segment) => dotSegment.test(segment))

/** Parses any target of a request line: `URL` throws for some of them, for example for `//`. */
export function parseTarget(target: string | undefined): RequestTarget {
  const [path = '', ...rest] = (target ?? '').split('?')
  return { path, query: new URLSearchParams(rest.join('?')) }
}
