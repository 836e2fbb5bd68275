export interface RequestTarget {
  /** As it was sent, still encoded. */
  readonly path: string
  readonly query: URLSearchParams
}

/** Reads whatever a request line says: `URL` throws at some of it, `//` for one. */
export function parseTarget(target: string | undefined): RequestTarget {
  const [path = '', ...rest] = (target ?? '').split('?')
  return { path, query: new URLSearchParams(rest.join('?')) }
}
