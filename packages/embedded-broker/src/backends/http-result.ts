import { isPlainObject, type PlainObject } from '../config/plain-object.ts'
import type { HttpAnswer } from './http-resource.ts'

/** What the body of an answer says: an object of JSON, or the fields of a form; undefined for anything else. */
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
