import { isPlainObject } from '../plain-object.ts'

/** Names of headers in lower case; a GET has no body that a content type could be said of. */
export function normalizeHttp(document: unknown): unknown {
  if (!isPlainObject(document) || !isPlainObject(document['headers'])) return document
  const isGet = document['method'] === 'get'
  const headers = Object.entries(document['headers'])
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !(isGet && name === 'content-type'))
  return { ...document, headers: Object.fromEntries(headers) }
}
