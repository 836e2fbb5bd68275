import {
  adjustSections,
  type ConnectorChoice,
} from '#features/integration/bridges/catalog/bridge-adjustments.ts'
import { type BridgeLayout, buildBridgeLayout } from '#features/integration/bridges/catalog/bridge-layout.ts'
import {
  type FieldWords,
  fieldWords,
  optionWords,
} from '#features/integration/bridges/catalog/field-words.ts'
import type { Field, Option, Section, SelectField, UnionField } from '#kit/form/field.ts'
import { pathWithin, valueAt } from '#kit/form/form-value.ts'
import { typeForm } from '#kit/form/from-server-schema.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import type { BridgeKind, BridgeType } from './bridge-document.ts'

interface SectionsOptions {
  readonly purpose: 'post' | 'put'
  readonly stored: ApiDocument
  /** The connectors that an action of the type can use; without them the user types the name of a connector. */
  readonly connectors?: readonly ConnectorChoice[] | undefined
  /** Creates a further connector. */
  readonly newConnector?: SelectField['another']
}

/** Fields that are set beside the form or have no use with rules; shown only if they differ from their default. */
const unshown = ['type', 'enable', 'tags', 'local_topic', 'resource_opts.start_after_created']

/** Returns the form of a type as the broker describes it, with the labels and the order of this console. */
export function bridgeSections(
  { schema, kind, type }: BridgeType,
  { purpose, stored, connectors, newConnector }: SectionsOptions,
): readonly Section[] {
  const layout = buildBridgeLayout(kind, type)
  const isShown = ({ path, default: known }: Field) => {
    if (!unshown.includes(path)) return true
    const value = valueAt(stored, path)
    const isPlain = value === undefined || JSON.stringify(value) === JSON.stringify(known)
    return path !== 'type' && path !== 'enable' && !isPlain && !(Array.isArray(value) && value.length === 0)
  }
  const toDrawnField = (field: Field): Field => {
    const isChoice = connectors !== undefined && field.path === 'connector'
    const own = isChoice ? connectorField(field, connectors, newConnector) : field
    return addWords(own, kind, type)
  }
  const described = typeForm(schema, { of: kind, type, purpose, stored })
  return adjustSections(described, { kind, type }, { stored, connectors })
    .flatMap(apart)
    .map((section) => {
      const words = fieldWords(kind, type, section.id)
      const fields = filterFields(section.fields, isShown).map((field) => deeply(field, toDrawnField))
      return {
        ...section,
        ...(words === undefined ? {} : { title: words.label }),
        fields: orderFields(fields, layout).map((field) => foldField(field, layout)),
      }
    })
    .filter(({ fields }) => fields.length > 0)
}

/** Moves the shapes of the parameters into a section of their own. */
function apart(section: Section): readonly Section[] {
  const isParameters = ({ kind, path }: Field) => kind === 'union' && path === 'parameters'
  const [parameters] = section.fields.filter(isParameters)
  if (parameters === undefined) return [section]
  return [
    { ...section, fields: section.fields.filter((field) => !isParameters(field)) },
    { id: parameters.path, title: parameters.label, fields: [parameters] },
  ]
}

function filterFields(fields: readonly Field[], isShown: (field: Field) => boolean): readonly Field[] {
  return fields.filter(isShown).map((field) => withInner(field, (inner) => filterFields(inner, isShown)))
}

/** Applies the same change to the field and to all fields within it. */
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

function addWords(field: Field, kind: BridgeKind, type: string): Field {
  const named = withWords(field, fieldWords(kind, type, field.path))
  const labelOption = <One extends Option>(option: One): One => ({
    ...option,
    label: optionWords(kind, type, field.path, option.value) ?? option.label,
  })
  switch (named.kind) {
    case 'rows': {
      const columns = named.columns.map((column) =>
        withWords(column, fieldWords(kind, type, `${named.path}.${column.path}`)),
      )
      return { ...named, columns }
    }
    case 'select':
    case 'multi-select':
      return { ...named, options: named.options.map(labelOption) }
    case 'union': {
      const variants = named.variants.map((one) => ({
        ...one,
        label:
          optionWords(kind, type, unionPath(named), one.word ?? one.id) ??
          optionWords(kind, type, named.path, one.word ?? one.id) ??
          one.label,
      }))
      return { ...named, variants }
    }
    default:
      return named
  }
}

/**
 * Returns the path that has the labels of the shapes: the property that names the shape, if there is such a property.
 */
const unionPath = ({ path, discriminator }: UnionField) =>
  discriminator === undefined ? path : pathWithin(path, discriminator)

function withWords(field: Field, words: FieldWords | undefined): Field {
  if (words === undefined) return field
  // The help of the field already tells whether templates are meant.
  const help = words.help ?? field.help ?? ''
  return { ...field, label: words.label, ...(help === '' ? {} : { help }) }
}

function connectorField(
  field: Field,
  choices: readonly ConnectorChoice[],
  another: SelectField['another'],
): Field {
  const { path, label, isRequired } = field
  return {
    kind: 'select',
    path,
    label,
    ...(isRequired === undefined ? {} : { isRequired }),
    options: choices.map(({ name }) => ({ value: name, label: name })),
    ...(another === undefined ? {} : { another }),
  }
}

function orderFields(fields: readonly Field[], layout: BridgeLayout): readonly Field[] {
  const rank = ({ path }: Field) => {
    const at = layout.order.indexOf(path)
    return at === -1 ? layout.order.length : at
  }
  return fields
    .map((field) => withInner(field, (inner) => orderFields(inner, layout)))
    .toSorted((one, other) => rank(one) - rank(other))
}

function foldField(field: Field, { folded: paths }: BridgeLayout): Field {
  const isFolded = paths.some((path) => field.path === path || field.path.startsWith(`${path}.`))
  return isFolded ? { ...field, isAdvanced: true } : field
}
