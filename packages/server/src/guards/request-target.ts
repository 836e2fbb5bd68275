export interface RequestTarget {
  /** As it was sent, still encoded. */
  readonly path: string
  readonly query: URLSearchParams
}

/** `.` or `..`, as URL parsers and many servers read them. */
const dotSegment = /^(?:\.|%2e){1,2}$/i

/** Whether whoever is asked may take the path for another one: one with `/../` in it leads out of where it begins. */
export const hasDotSegment = (path: string): boolean =>
  path.split('/').some((segment) => dotSegment.test(segment))

/** Reads whatever a request line says: `URL` throws at some of it, `//` for one. */
export function parseTarget(target: string | undefined): RequestTarget {
  const [path = '', ...rest] = (target ?? '').split('?')
  return { path, query: new URLSearchParams(rest.join('?')) }
}
