import { isPlainObject, type PlainObject } from '../config/plain-object.ts'
import type { HttpAnswer } from './http-resource.ts'

/** Returns the fields of a response body: a JSON object or a form; undefined for any other body. */
export function readResult({ headers, body }: HttpAnswer): PlainObject | undefined {
  const type = headers['content-type'] ?? 'application/json'
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body))
  }
  if (!type.startsWith('application/json')) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
