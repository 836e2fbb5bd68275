import { bridgeForm as m } from '#features/integration/bridges/messages/bridge-form.ts'
import type { Condition, Field, Option, Section, TextField } from '#kit/form/field.ts'
import { valueAt, withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { addressRule, toAddress } from './address-field.ts'
import type { BridgeKind } from './field-words.ts'

/** An adjustment of the form of a type beyond the broker's description of the type, as data: survey §10.4. */
interface Adjustment {
  readonly path: string
  /** Limits the adjustment to that shape of the union. */
  readonly variant?: string
  readonly start?: unknown
  /** The shape that is selected first. */
  readonly first?: string
  readonly mostRows?: number
  readonly mostColumns?: number
  readonly isOfColumns?: true
  readonly suggestions?: readonly string[]
  /** The options that are left out unless they are stored. */
  readonly leftOut?: readonly string[]
  readonly pattern?: TextField['pattern']
  readonly when?: readonly Condition[]
  /** Set for a duration that the broker describes as a text. */
  readonly isDuration?: true
}

/** The maximum number of data rows that EMQX's own dashboard reads from a file. */
const mostDataRows = 2048
const objectName = `\${action}/\${node}/\${datetime.rfc3339utc}_N\${sequence}.csv`
const aggregated: Pick<Adjustment, 'when'> = {
  when: [{ path: 'parameters.$variant', is: ['aggregated'] }],
}
/** Batches apply only to aggregated uploads: otherwise each message is uploaded as an object of its own. */
const batches: readonly Adjustment[] = [
  { path: 'resource_opts.batch_size', ...aggregated },
  { path: 'resource_opts.batch_time', ...aggregated },
]

const adjustments: Readonly<Record<string, readonly Adjustment[]>> = {
  'connector/http': [
    // A pasted URL begins with its scheme, so a scheme that the field already contained would stand there twice.
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

/** A setting whose value follows from another setting, so the form has no field for it. */
interface Consequence {
  readonly of: (document: ApiDocument, surroundings: AdjustmentContext) => boolean
  readonly path: string
  readonly value: unknown
}

const isDirect = (document: ApiDocument) => valueAt(document, 'parameters.mode') === 'direct'

const consequences: Readonly<Record<string, readonly Consequence[]>> = {
  'action/s3': [{ of: isDirect, path: 'resource_opts.batch_size', value: 1 }],
  'action/azure_blob_storage': [{ of: isDirect, path: 'resource_opts.batch_size', value: 1 }],
  // The driver processes one request after the other.
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
  /** The driver, for types that can be reached through several drivers. */
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

/** Returns the sections of a type with the adjustments that this form makes. */
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

/** Shows the field only for the connectors that leave the choice open. */
function listHiding(type: AdjustedType, { connectors, stored }: AdjustmentContext): readonly Adjustment[] {
  if (connectors === undefined || type.kind !== 'action' || type.type !== 'iotdb') return []
  const free = connectors.filter(({ driver }) => driver !== 'thrift').map(({ name }) => name)
  // The chosen connector may have been removed meanwhile, or none is chosen yet.
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

/**
 * Adds the values that follow from other settings. A condition that held before the change leaves the user's value as
 * it is.
 */
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
