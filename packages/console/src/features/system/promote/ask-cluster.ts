import { type RequestOptions, request } from '#api/http.ts'
import type { Ask } from '#compare/ask.ts'

/** As the page asks: this cluster, or another one that the options name. */
export function askCluster(options: RequestOptions = {}): Ask {
  return (endpoint, given) => request(endpoint, given, options)
}
