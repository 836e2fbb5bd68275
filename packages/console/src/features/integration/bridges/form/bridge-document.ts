import { adjustSections } from '#features/integration/bridges/catalog/bridge-adjustments.ts'
import { newDocument } from '#kit/form/document.ts'
import { isPlainObject, pathWithin } from '#kit/form/form-value.ts'
import { type TypedForm, typeForm, typeKeys } from '#kit/form/from-server-schema.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

export type BridgeKind = TypedForm['of']

/** Describes what a form is for: a connector, an action or a source of one type. */
export interface BridgeType {
  readonly kind: BridgeKind
  readonly type: string
  /** The response of `GET /schemas/connectors` for a connector, of `GET /schemas/actions` for an action or a source. */
  readonly schema: unknown
}

/** The mask that the broker returns for a secret, and accepts as "unchanged". */
const mask = '******'

/**
 * Returns the settings of a new document: every setting at the broker's default, including those that no form shows.
 */
export function newSettings({ kind, type, schema }: BridgeType): ApiDocument {
  const described = typeForm(schema, { of: kind, type, purpose: 'post' })
  return { ...newDocument(adjustSections(described, { kind, type }, { stored: {} })), type }
}

/** Picks the settings that can be changed from a stored document: without its name, its state, and who uses it. */
export function pickStoredSettings({ kind, type, schema }: BridgeType, stored: ApiDocument): ApiDocument {
  return pickKeys(stored, typeKeys(schema, { of: kind, type, purpose: 'put' }))
}

interface Copy {
  readonly document: ApiDocument
  /** The paths at which the original has a secret that the broker does not reveal. */
  readonly secrets: readonly string[]
}

/** Copies the settings under another name. A mask would be stored as the secret, so masks are removed. */
export function copySettings({ kind, type, schema }: BridgeType, stored: ApiDocument): Copy {
  const taken = pickKeys(stored, typeKeys(schema, { of: kind, type, purpose: 'post' }))
  const { name: _name, ...rest } = taken
  const document = withoutMasks(rest)
  return { document: isPlainObject(document) ? { ...document, type } : { type }, secrets: maskPaths(rest) }
}

/** Returns the paths at which a mask stands. */
export function maskPaths(value: unknown, path = ''): readonly string[] {
  if (value === mask) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => maskPaths(inner, pathWithin(path, key)))
}

function withoutMasks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (item === mask ? '' : withoutMasks(item)))
  if (!isPlainObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== mask)
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutMasks(inner)]))
}

function pickKeys(document: ApiDocument, keys: ReadonlySet<string>): ApiDocument {
  return Object.fromEntries(Object.entries(document).filter(([key]) => keys.has(key)))
}
