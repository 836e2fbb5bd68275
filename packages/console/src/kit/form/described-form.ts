import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import type {
  Control,
  Schema,
  Field as Setting,
  Struct,
  Variants,
} from '@brokerdeck/contract/description/schema.ts'
import type { Condition, Field, ListField, MapField, OneOfField, Option, Section } from './field.ts'
import { pathWithin } from './form-value.ts'
import type { FieldLayout, OptionWords, SectionLayout } from './setting-layout.ts'

/** The properties that the layouts of all kinds share. */
interface AnyLayout
  extends Pick<Field, 'label' | 'help' | 'isRequired' | 'requiredMessage' | 'isAdvanced' | 'width'> {
  readonly path: string
  readonly when?: readonly Condition[]
  readonly options?: Readonly<Record<string, OptionWords>>
  readonly wordLabel?: string
  readonly start?: string
  readonly isValueRequired?: true
  readonly columns?: readonly AnyLayout[]
  readonly addLabel?: string
  readonly itemLabel?: string
  readonly of?: ListField['of']
  readonly keyLabel?: string
  readonly valueLabel?: string
  readonly valueRange?: NonNullable<MapField['valueRange']>
}

interface AnySection extends Omit<Section, 'fields'> {
  readonly fields: readonly AnyLayout[]
}

/**
 * Returns the sections of a form from the description of the edited object, which defines kind, range, options and
 * default of each field. If the object has several kinds, a field is shown for the kinds that have it. `at` is the
 * place of the described object in the document of the form.
 */
export function toSections<S extends Struct | Variants>(
  description: S,
  sections: readonly SectionLayout<S>[],
  at?: string,
): readonly Section[]
export function toSections(
  description: Struct | Variants,
  sections: readonly AnySection[],
  at = '',
): readonly Section[] {
  return sections.map(({ fields, ...section }) => ({
    ...section,
    ...placeCondition(section, at),
    ...(section.switch === undefined ? {} : { switch: pathWithin(at, section.switch) }),
    fields: fields.map((layout) => buildField(description, layout, at)),
  }))
}

/** Returns single fields, for forms that have other fields between them. */
export function toFields<S extends Struct | Variants>(
  description: S,
  fields: readonly FieldLayout<S>[],
  at?: string,
): readonly Field[]
export function toFields(
  description: Struct | Variants,
  fields: readonly AnyLayout[],
  at = '',
): readonly Field[] {
  return fields.map((layout) => buildField(description, layout, at))
}

function placeCondition(
  { when }: Pick<AnyLayout, 'when'>,
  at: string,
): { readonly when?: readonly Condition[] } {
  if (when === undefined) return {}
  return { when: when.map(({ path, is }) => ({ path: pathWithin(at, path), is })) }
}

function buildField(description: Struct | Variants, given: AnyLayout, at: string): Field {
  const { setting, when: ofKinds } = settingAt(description, given.path)
  const layout = ofKinds.length === 0 ? given : { ...given, when: [...ofKinds, ...(given.when ?? [])] }
  const {
    options: _options,
    wordLabel: _word,
    start: _start,
    isValueRequired: _value,
    columns: _columns,
    ...words
  } = layout
  const basics = {
    ...words,
    ...placeCondition(layout, at),
    path: pathWithin(at, layout.path),
    ...(setting.isRequired === true ? { isRequired: true } : {}),
    ...toDefault(setting),
  }
  const field = schemaField(setting.schema, basics, layout)
  if (field === undefined) throw new Error(`no control for ${layout.path} of ${description.name}`)
  return field
}

function toDefault({ default: own, unset = own, isExample }: Setting): { readonly default?: unknown } {
  return unset === undefined || isExample === true ? {} : { default: unset }
}

interface DescribedSetting {
  readonly setting: Setting
  /** The conditions for the kinds of object that have such a setting. */
  readonly when: readonly Condition[]
}

function settingAt(description: Struct | Variants, path: string): DescribedSetting {
  const [name = '', ...rest] = path.split('.')
  const found = description.kind === 'union' ? amongKinds(description, name) : ofStruct(description, name)
  if (found === undefined) throw new Error(`${description.name} has no ${path}`)
  if (rest.length === 0) return found
  const { schema } = found.setting
  if (schema.kind !== 'struct' && !isVariants(schema)) throw new Error(`${description.name} has no ${path}`)
  const inner = settingAt(schema, rest.join('.'))
  const below = inner.when.map((one) => ({ ...one, path: pathWithin(name, one.path) }))
  return { setting: inner.setting, when: [...found.when, ...below] }
}

function ofStruct({ fields }: Struct, name: string): DescribedSetting | undefined {
  const setting = Object.hasOwn(fields, name) ? fields[name] : undefined
  return setting === undefined ? undefined : { setting, when: [] }
}

function amongKinds({ by, kinds }: Variants, name: string): DescribedSetting | undefined {
  const having = Object.entries(kinds).flatMap(([kind, { fields }]) => {
    const setting = Object.hasOwn(fields, name) ? fields[name] : undefined
    return setting === undefined ? [] : [{ kind, setting }]
  })
  const [first] = having
  if (first === undefined) return undefined
  const is = having.map(({ kind }) => kind)
  if (name !== by) {
    const isOfAll = is.length === Object.keys(kinds).length
    return { setting: first.setting, when: isOfAll ? [] : [{ path: by, is }] }
  }
  return { setting: { ...first.setting, schema: oneOf(...is) }, when: [] }
}

const isVariants = (schema: Schema): schema is Variants => schema.kind === 'union' && 'by' in schema

type Basics = Omit<AnyLayout, 'options' | 'wordLabel' | 'start' | 'isValueRequired' | 'columns'> & {
  readonly default?: unknown
}

function schemaField(schema: Schema, basics: Basics, layout: AnyLayout): Field | undefined {
  switch (schema.kind) {
    case 'scalar':
      return controlField(schema.control, basics, layout)
    case 'map':
      return controlField({ kind: 'map' }, basics, layout)
    case 'list':
      return listField(schema.item, basics, layout)
    case 'union': {
      const words = schema.members.filter((one) => one.kind === 'scalar' && one.control.kind === 'word')
      const [inner, ...others] = schema.members.filter((one) => !words.includes(one))
      const [word, ...moreWords] = words
      if (inner === undefined || others.length + moreWords.length > 0) return undefined
      if (word?.kind !== 'scalar' || word.control.kind !== 'word') return undefined
      return oneOfField(
        word.control.word,
        schemaField(inner, besideWord(basics, layout), layout),
        basics,
        layout,
      )
    }
    case 'struct':
      return undefined
  }
}

/** The switch for the word carries the properties of the setting as a whole. */
function besideWord(basics: Basics, { start, isValueRequired }: AnyLayout): Basics {
  const { default: _default, help: _help, when: _when, isAdvanced: _fold, width: _width, ...rest } = basics
  return {
    ...rest,
    ...(start === undefined ? {} : { default: start }),
    ...(isValueRequired === undefined ? {} : { isRequired: true }),
  }
}

function oneOfField(
  word: string | number | boolean,
  inner: Field | undefined,
  { isRequired, ...basics }: Basics,
  { wordLabel = String(word) }: AnyLayout,
): OneOfField | undefined {
  if (inner === undefined || !isInner(inner)) return undefined
  return {
    kind: 'one-of',
    ...basics,
    ...(isRequired === undefined ? {} : { isRequired }),
    word,
    wordLabel,
    inner,
  }
}

const isInner = (field: Field): field is OneOfField['inner'] =>
  !['rows', 'object', 'union', 'one-of', 'secret', 'certificate', 'file', 'moment'].includes(field.kind)

function listField(item: Schema, basics: Basics, layout: AnyLayout): Field | undefined {
  if (item.kind === 'struct') {
    const columns = (layout.columns ?? []).map((column) => buildField(item, column, ''))
    return { ...basics, kind: 'rows', columns, addLabel: layout.addLabel ?? '' }
  }
  if (item.kind !== 'scalar') return { ...basics, kind: 'json' }
  if (item.control.kind === 'select') {
    return { ...basics, kind: 'multi-select', options: listOptions(item.control.options, layout) }
  }
  const { kind } = item.control
  const of = layout.of ?? (kind === 'number' || kind === 'topic' || kind === 'url' ? kind : 'text')
  return { ...basics, kind: 'list', itemLabel: layout.itemLabel ?? '', of }
}

function controlField(control: Control, basics: Basics, layout: AnyLayout): Field | undefined {
  switch (control.kind) {
    case 'word':
      return undefined
    case 'or-word': {
      const inner = controlField(control.inner, besideWord(basics, layout), layout)
      return oneOfField(control.word, inner, basics, layout)
    }
    case 'select':
      return { ...basics, kind: 'select', options: listOptions(control.options, layout) }
    case 'map': {
      const { keyLabel = '', valueLabel = '' } = layout
      return { ...basics, kind: 'map', keyLabel, valueLabel }
    }
    case 'certificate': {
      const certificatePath = basics.path.replace(/keyfile$/, 'certfile')
      return { ...basics, ...control, ...(control.of === 'key' ? { certificatePath } : {}) }
    }
    case 'number':
      return { ...basics, ...control }
    case 'duration':
      return { ...basics, ...control }
    case 'byte-size':
      return { ...basics, ...control }
    case 'rate':
      return { ...basics, ...control }
    case 'host-port':
      return { ...basics, ...control }
    case 'topic':
      return { ...basics, ...control }
    case 'toggle':
      return { ...basics, kind: 'toggle' }
    case 'text':
      return { ...basics, kind: 'text' }
    case 'lines':
      return { ...basics, kind: 'lines' }
    case 'secret':
      return { ...basics, kind: 'secret' }
    case 'percent':
      return { ...basics, kind: 'percent' }
    case 'json':
      return { ...basics, kind: 'json' }
    case 'url':
      return { ...basics, kind: 'url' }
  }
}

/** Returns the options in the order of the form's words for them. */
function listOptions(values: readonly Option['value'][], { options = {} }: AnyLayout): readonly Option[] {
  return Object.entries(options).flatMap(([name, words]) => {
    const value = values.find((one) => String(one) === name)
    if (value === undefined) return []
    return typeof words === 'string' ? { value, label: words } : { value, ...words }
  })
}
