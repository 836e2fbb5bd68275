import { isPlainObject, valueAt, withValueAt } from '#kit/form/form-value.ts'
import { type ConfigDocument, mask, maskConfig } from './masked-config.ts'

/** Replaces each string of a document; the callback gets its dotted path. A string mapped to undefined is removed. */
export function mapTexts(
  whole: ConfigDocument,
  mapped: (path: string, text: string) => unknown,
): ConfigDocument {
  const fillTexts = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return mapped(path, value)
    if (Array.isArray(value)) return value.map((item, at) => fillTexts(item, `${path}.${at}`))
    return isPlainObject(value) ? within(value, `${path}.`) : value
  }
  const within = (document: ConfigDocument, prefix: string): ConfigDocument =>
    Object.fromEntries(
      Object.entries(document).map(([key, value]) => [key, fillTexts(value, `${prefix}${key}`)]),
    )
  return within(whole, '')
}

/**
 * Fills in values that a document only refers to, at the dotted paths, from the other side if it shows a value:
 * whether the values are equal is unknown. `taken` lists these paths; at the other paths both sides have a secret, or
 * one side has no value.
 */
export function takeShown(
  settings: ConfigDocument,
  referred: readonly string[],
  other: ConfigDocument | undefined,
): { readonly settings: ConfigDocument; readonly taken: readonly string[] } {
  const shown = other && maskConfig(other).document
  const taken = referred.filter((path) => {
    const value = valueAt(shown, path)
    return value !== undefined && !(typeof value === 'string' && value.includes(mask))
  })
  const filled = taken.reduce<ConfigDocument>(
    (whole, path) => withValueAt(whole, path, valueAt(shown, path)),
    settings,
  )
  return { settings: filled, taken }
}

/** Returns the document with a mask at each of the dotted paths that has a value. */
export function maskAt(whole: ConfigDocument, paths: readonly string[]): ConfigDocument {
  const maskTexts = (value: unknown, path: string): unknown => {
    if (paths.includes(path)) return mask
    if (Array.isArray(value)) return value.map((item, at) => maskTexts(item, `${path}.${at}`))
    return isPlainObject(value) ? within(value, `${path}.`) : value
  }
  const within = (document: ConfigDocument, prefix: string): ConfigDocument =>
    Object.fromEntries(
      Object.entries(document).map(([key, value]) => [key, maskTexts(value, `${prefix}${key}`)]),
    )
  return within(whole, '')
}
