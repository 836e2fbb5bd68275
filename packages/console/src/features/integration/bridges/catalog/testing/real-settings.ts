import { readJson } from '@brokerdeck/contract/testing/shared-material.ts'
import type { BridgeKind } from '#features/integration/bridges/catalog/field-words.ts'
import { isPlainObject } from '#kit/form/form-value.ts'

export interface RealSetting {
  readonly kind: BridgeKind
  readonly type: string
  readonly path: string
  readonly symbols: readonly unknown[]
  readonly isRequired: boolean
}

/** Returns every setting of every type that the schemas of a real broker describe. */
function settingsOf(document: unknown, kindOf: (component: string) => BridgeKind): readonly RealSetting[] {
  const schemas = inner(inner(document, 'components'), 'schemas')
  if (!isPlainObject(schemas)) return []
  return Object.entries(schemas).flatMap(([component, schema]) => {
    const [type] = symbolsOf(inner(inner(schema, 'properties'), 'type'))
    if (!/\.post(_|$)/.test(component) || typeof type !== 'string') return []
    return walked(schemas, schema, '', [], false).map((one) => ({ ...one, kind: kindOf(component), type }))
  })
}

function walked(
  schemas: unknown,
  node: unknown,
  path: string,
  open: readonly string[],
  isRequired: boolean,
): readonly Pick<RealSetting, 'path' | 'symbols' | 'isRequired'>[] {
  const reference = inner(node, '$ref')
  if (typeof reference === 'string') {
    const name = reference.replace(/^.*\//, '')
    return open.includes(name) ? [] : walked(schemas, inner(schemas, name), path, [...open, name], isRequired)
  }
  const properties = inner(node, 'properties')
  const alternatives = inner(node, 'oneOf')
  const items = inner(node, 'items')
  const named = inner(node, 'required')
  const required: readonly unknown[] = Array.isArray(named) ? named : []
  return [
    ...(path === '' ? [] : [{ path, symbols: symbolsOf(node), isRequired }]),
    ...Object.entries(isPlainObject(properties) ? properties : {}).flatMap(([name, property]) =>
      walked(schemas, property, path === '' ? name : `${path}.${name}`, open, required.includes(name)),
    ),
    ...(Array.isArray(alternatives) ? alternatives : []).flatMap((one) =>
      walked(schemas, one, path, open, isRequired),
    ),
    ...(items === undefined ? [] : walked(schemas, items, `${path}[]`, open, false)),
  ]
}

function inner(node: unknown, key: string): unknown {
  return isPlainObject(node) ? node[key] : undefined
}

function symbolsOf(node: unknown): readonly unknown[] {
  const symbols = inner(node, 'symbols')
  return Array.isArray(symbols) ? symbols : []
}

export function realSettings(edition: 'community' | 'enterprise'): readonly RealSetting[] {
  return [
    ...settingsOf(readJson(`contract/schemas-${edition}-connectors.json`), () => 'connector'),
    ...settingsOf(readJson(`contract/schemas-${edition}-actions.json`), (component) =>
      component.endsWith('_source') ? 'source' : 'action',
    ),
  ]
}
