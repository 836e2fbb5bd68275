import { isPlainObject } from '../plain-object.ts'

/** Changes header names to lower case, and removes the content type of a GET, which has no body. */
export function normalizeHttp(document: unknown): unknown {
  if (!isPlainObject(document) || !isPlainObject(document['headers'])) return document
  const isGet = document['method'] === 'get'
  const headers = Object.entries(document['headers'])
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !(isGet && name === 'content-type'))
  return { ...document, headers: Object.fromEntries(headers) }
}
