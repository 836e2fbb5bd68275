import { bridgeForm as m } from '#features/integration/bridges/messages/bridge-form.ts'
import type { Condition, Field, Option, Section, TextField } from '#kit/form/field.ts'
import { valueAt, withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { addressRule, toAddress } from './address-field.ts'
import type { BridgeKind } from './field-words.ts'

/** What the form of a type has beside the broker's description of it, as data: survey §10.4. */
interface Adjustment {
  readonly path: string
  /** Of that shape of the union only. */
  readonly variant?: string
  readonly start?: unknown
  /** The shape that one begins with. */
  readonly first?: string
  readonly mostRows?: number
  readonly mostColumns?: number
  readonly isOfColumns?: true
  readonly suggestions?: readonly string[]
  /** Choices that are left out unless they are stored. */
  readonly leftOut?: readonly string[]
  readonly pattern?: TextField['pattern']
  readonly when?: readonly Condition[]
  /** A duration that the broker describes as a text. */
  readonly isDuration?: true
}

/** As many as EMQX's own dashboard takes from a file. */
const mostDataRows = 2048
const objectName = `\${action}/\${node}/\${datetime.rfc3339utc}_N\${sequence}.csv`
const aggregated: Pick<Adjustment, 'when'> = {
  when: [{ path: 'parameters.$variant', is: ['aggregated'] }],
}
/** Gathered in files before they are uploaded; one message is one object otherwise. */
const batches: readonly Adjustment[] = [
  { path: 'resource_opts.batch_size', ...aggregated },
  { path: 'resource_opts.batch_time', ...aggregated },
]

const adjustments: Readonly<Record<string, readonly Adjustment[]>> = {
  'connector/http': [
    // What is pasted begins with its scheme: one that stood there already would be there twice.
    { path: 'url', pattern: { regex: /^(?!https?:\/\/$)/i, message: m.urlBegun } },
    { path: 'headers', start: { 'content-type': 'application/json' } },
  ],
  'action/mqtt': [
    { path: 'parameters.qos', suggestions: [`\${qos}`] },
    { path: 'parameters.retain', suggestions: [`\${flags.retain}`] },
  ],
  'connector/mqtt': [
    { path: 'keepalive', isDuration: true },
    { path: 'retry_interval', isDuration: true },
  ],
  'connector/redis': [{ path: 'parameters', first: 'single' }],
  'connector/mongodb': [{ path: 'parameters', first: 'single' }],
  'connector/iotdb': [{ path: 'iotdb_version', leftOut: ['v1.1.x', 'v1.0.x', 'v0.13.x'] }],
  'action/iotdb': [{ path: 'parameters.data', mostRows: mostDataRows }],
  'action/tdengine': [{ path: 'parameters.sql', mostColumns: mostDataRows }],
  'action/s3': [
    ...batches,
    { path: 'parameters.key', variant: 'aggregated', start: objectName },
    { path: 'parameters.container.column_order', variant: 'aggregated', isOfColumns: true },
  ],
  'action/azure_blob_storage': [
    ...batches,
    { path: 'parameters.blob', variant: 'aggregated', start: objectName },
    { path: 'parameters.aggregation.container.column_order', variant: 'aggregated', isOfColumns: true },
  ],
  'action/snowflake': [{ path: 'parameters.aggregation.container.column_order', isOfColumns: true }],
}

/** What follows from another setting, and the form therefore does not ask. */
interface Consequence {
  readonly of: (document: ApiDocument, surroundings: AdjustmentContext) => boolean
  readonly path: string
  readonly value: unknown
}

const isDirect = (document: ApiDocument) => valueAt(document, 'parameters.mode') === 'direct'

const consequences: Readonly<Record<string, readonly Consequence[]>> = {
  'action/s3': [{ of: isDirect, path: 'resource_opts.batch_size', value: 1 }],
  'action/azure_blob_storage': [{ of: isDirect, path: 'resource_opts.batch_size', value: 1 }],
  // The driver answers one request after the other.
  'action/iotdb': [
    {
      of: ({ connector }, { connectors = [] }) =>
        connectors.some(({ name, driver }) => name === connector && driver === 'thrift'),
      path: 'resource_opts.query_mode',
      value: 'sync',
    },
  ],
}

/** A connector that an action of the type can use. */
export interface ConnectorChoice {
  readonly name: string
  /** Of those types that can be reached in several ways. */
  readonly driver?: string | undefined
}

export interface AdjustmentContext {
  readonly stored: ApiDocument
  readonly connectors?: readonly ConnectorChoice[] | undefined
}

interface AdjustedType {
  readonly kind: BridgeKind
  readonly type: string
}

const of = <Value>(table: Readonly<Record<string, readonly Value[]>>, { kind, type }: AdjustedType) => {
  const key = `${kind}/${type}`
  return Object.hasOwn(table, key) ? (table[key] ?? []) : []
}

/** The sections of a type as they are asked here. */
export function adjustSections(
  sections: readonly Section[],
  type: AdjustedType,
  surroundings: AdjustmentContext,
): readonly Section[] {
  const own = [...of(adjustments, type), ...listHiding(type, surroundings)]
  const rule = type.kind === 'connector' ? addressRule(type.type) : undefined
  if (own.length === 0 && rule === undefined) return sections
  const adjust = (field: Field, variant: string | undefined): Field => {
    const changed = own
      .filter((one) => one.path === field.path && (one.variant ?? variant) === variant)
      .reduce(
        (next: Field, one) => adjustField(next, one, surroundings.stored),
        rule === undefined ? field : toAddress(field, rule),
      )
    if (changed.kind === 'object')
      return { ...changed, fields: changed.fields.map((inner) => adjust(inner, variant)) }
    if (changed.kind !== 'union') return changed
    const variants = changed.variants.map((each) => ({
      ...each,
      fields: each.fields.map((inner) => adjust(inner, each.id)),
    }))
    return { ...changed, variants }
  }
  return sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => adjust(field, undefined)),
  }))
}

/** Shown for the connectors that leave the choice. */
function listHiding(type: AdjustedType, { connectors, stored }: AdjustmentContext): readonly Adjustment[] {
  if (connectors === undefined || type.kind !== 'action' || type.type !== 'iotdb') return []
  const free = connectors.filter(({ driver }) => driver !== 'thrift').map(({ name }) => name)
  // One that was removed meanwhile, or none chosen yet.
  const known = new Set(connectors.map(({ name }) => name))
  const absent = String(stored['connector'] ?? '')
  const is = [...free, ...(known.has(absent) ? [] : [absent]), '', false]
  return [{ path: 'resource_opts.query_mode', when: [{ path: 'connector', is }] }]
}

function adjustField(field: Field, by: Adjustment, stored: ApiDocument): Field {
  const { start, first, mostRows, mostColumns, isOfColumns, suggestions, leftOut, pattern, when } = by
  const common = { ...(start === undefined ? {} : { start }), ...(when === undefined ? {} : { when }) }
  switch (field.kind) {
    case 'union': {
      const isFirst = ({ id }: { readonly id: string }) => id === first
      const { variants } = field
      if (first === undefined) return { ...field, ...common }
      return {
        ...field,
        ...common,
        variants: [...variants.filter(isFirst), ...variants.filter((one) => !isFirst(one))],
      }
    }
    case 'rows':
      return { ...field, ...common, ...(mostRows === undefined ? {} : { mostRows }) }
    case 'lines':
      return { ...field, ...common, ...(mostColumns === undefined ? {} : { mostColumns }) }
    case 'list':
      return { ...field, ...common, ...(isOfColumns === undefined ? {} : { isOfColumns }) }
    case 'text': {
      if (by.isDuration === true) return { ...field, ...common, kind: 'duration' }
      const more = (suggestions ?? []).map((value): Option => ({ value, label: value }))
      const all = more.length === 0 ? {} : { suggestions: [...(field.suggestions ?? []), ...more] }
      return { ...field, ...common, ...all, ...(pattern === undefined ? {} : { pattern }) }
    }
    case 'select': {
      const has = valueAt(stored, field.path)
      const options = field.options.filter(
        ({ value }) => value === has || leftOut?.includes(String(value)) !== true,
      )
      return { ...field, ...common, options }
    }
    default:
      return { ...field, ...common }
  }
}

/** With what follows from the other settings. What was so before stays as somebody made it. */
export function settleSettings(
  document: ApiDocument,
  before: ApiDocument | undefined,
  type: AdjustedType,
  surroundings: AdjustmentContext,
): ApiDocument {
  return of(consequences, type)
    .filter((one) => one.of(document, surroundings))
    .filter((one) => before === undefined || !one.of(before, surroundings))
    .reduce((next: ApiDocument, { path, value }) => withValueAt(next, path, value), document)
}
