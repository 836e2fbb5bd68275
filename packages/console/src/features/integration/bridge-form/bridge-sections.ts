import type { Field, Section } from '#kit/form/field.ts'
import { typeForm } from '#kit/form/from-server-schema.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { valueAt } from '#kit/form/values-at.ts'
import type { BridgeType } from './bridge-document.ts'

/** What a field is called, and what its setting does. */
export interface FieldWords {
  readonly label: string
  readonly help?: string
}

/** What is known of a type beyond the broker's own description of it. Paths as the API spells them. */
export interface TypeKnowledge {
  readonly wordsOf: (path: string) => FieldWords | undefined
  /** What is not named comes after what is, as the broker orders it. */
  readonly order: readonly string[]
  readonly folded: readonly string[]
}

interface SectionsOptions {
  readonly purpose: 'post' | 'put'
  readonly stored: ApiDocument
  readonly knowledge: TypeKnowledge
  /** Names of the connectors that an action of the type can use; without them one is typed. */
  readonly connectors?: readonly string[] | undefined
}

/** Set beside the form, or of no use with rules; shown only where they differ from their default. */
const unshown = ['type', 'enable', 'tags', 'local_topic', 'resource_opts.start_after_created']

/** The form of a type as the broker describes it, with what is known of the type on top. */
export function bridgeSections(
  { schema, kind, type }: BridgeType,
  { purpose, stored, knowledge, connectors }: SectionsOptions,
): readonly Section[] {
  const isShown = ({ path, default: known }: Field) => {
    if (!unshown.includes(path)) return true
    const value = valueAt(stored, path)
    const isPlain = value === undefined || JSON.stringify(value) === JSON.stringify(known)
    return path !== 'type' && path !== 'enable' && !isPlain && !(Array.isArray(value) && value.length === 0)
  }
  const drawn = (field: Field): Field => {
    const own =
      connectors !== undefined && field.path === 'connector' ? connectorField(field, connectors) : field
    return adjusted(worded(own, knowledge), type)
  }
  return typeForm(schema, { of: kind, type, purpose, stored })
    .flatMap(apart)
    .map((section) => {
      const words = knowledge.wordsOf(section.id)
      const fields = filtered(section.fields, isShown).map((field) => deeply(field, drawn))
      return {
        ...section,
        ...(words === undefined ? {} : { title: words.label }),
        fields: ordered(fields, knowledge).map((field) => folded(field, knowledge)),
      }
    })
    .filter(({ fields }) => fields.length > 0)
}

/** Shapes of the parameters are a section of their own. */
function apart(section: Section): readonly Section[] {
  const isParameters = ({ kind, path }: Field) => kind === 'union' && path === 'parameters'
  const [parameters] = section.fields.filter(isParameters)
  if (parameters === undefined) return [section]
  return [
    { ...section, fields: section.fields.filter((field) => !isParameters(field)) },
    { id: parameters.path, title: parameters.label, fields: [parameters] },
  ]
}

function filtered(fields: readonly Field[], isShown: (field: Field) => boolean): readonly Field[] {
  return fields.filter(isShown).map((field) => withInner(field, (inner) => filtered(inner, isShown)))
}

/** The field, and all within it, by the same rule. */
function deeply(field: Field, change: (field: Field) => Field): Field {
  return withInner(change(field), (inner) => inner.map((one) => deeply(one, change)))
}

function withInner(field: Field, change: (fields: readonly Field[]) => readonly Field[]): Field {
  switch (field.kind) {
    case 'object':
      return { ...field, fields: change(field.fields) }
    case 'union':
      return { ...field, variants: field.variants.map((one) => ({ ...one, fields: change(one.fields) })) }
    default:
      return field
  }
}

function worded(field: Field, { wordsOf }: TypeKnowledge): Field {
  const words = wordsOf(field.path)
  const own: Field = words === undefined ? field : { ...field, ...words }
  if (own.kind !== 'rows') return own
  const columns = own.columns.map((column) => {
    const ofColumn = wordsOf(`${own.path}.${column.path}`)
    return ofColumn === undefined ? column : { ...column, ...ofColumn }
  })
  return { ...own, columns }
}

function connectorField(field: Field, names: readonly string[]): Field {
  const { path, label, isRequired } = field
  return {
    kind: 'select',
    path,
    label,
    ...(isRequired === undefined ? {} : { isRequired }),
    options: names.map((name) => ({ value: name, label: name })),
  }
}

function ordered(fields: readonly Field[], knowledge: TypeKnowledge): readonly Field[] {
  const rank = ({ path }: Field) => {
    const at = knowledge.order.indexOf(path)
    return at === -1 ? knowledge.order.length : at
  }
  return fields
    .map((field) => withInner(field, (inner) => ordered(inner, knowledge)))
    .toSorted((one, other) => rank(one) - rank(other))
}

function folded(field: Field, { folded: paths }: TypeKnowledge): Field {
  const isFolded = paths.some((path) => field.path === path || field.path.startsWith(`${path}.`))
  return isFolded ? { ...field, isAdvanced: true } : field
}

/** The simplest deployment is what one begins with. */
const firstVariants: Readonly<Record<string, string>> = { redis: 'single', mongodb: 'single' }

/** One object is uploaded for each message then. */
const onlyAggregated: Readonly<Record<string, readonly string[]>> = {
  s3: ['resource_opts.batch_size', 'resource_opts.batch_time'],
  azure_blob_storage: ['resource_opts.batch_size', 'resource_opts.batch_time'],
}

function adjusted(field: Field, type: string): Field {
  const first = firstVariants[type]
  if (field.kind === 'union' && field.path === 'parameters' && first !== undefined) {
    const isFirst = ({ id }: { readonly id: string }) => id === first
    const { variants } = field
    return { ...field, variants: [...variants.filter(isFirst), ...variants.filter((one) => !isFirst(one))] }
  }
  if (onlyAggregated[type]?.includes(field.path) === true)
    return { ...field, when: [{ path: 'parameters.$variant', is: ['aggregated'] }] }
  return field
}
