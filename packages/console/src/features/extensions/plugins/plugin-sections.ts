import {
  type AvroField,
  type AvroJson,
  avroFields,
  getAvroKind,
  getAvroSymbols,
} from '@brokerdeck/languages/schema-codec/avro-json.ts'
import { pluginConfig as m } from '#features/extensions/messages.ts'
import { locale } from '#i18n/locale.ts'
import type { Field, LinesField, Option, Section, TextField } from '#kit/form/field.ts'
import { isPlainObject, pathWithin } from '#kit/form/form-value.ts'
import { visibleText } from '#lib/visible-text.ts'

/** The maximum sizes of a form: a larger form is not usable, and a hostile schema may have any number of fields. */
const mostFields = 300
const mostOptions = 500
const mostColumns = 6

interface Drawing {
  readonly avro: AvroJson
  /** The texts of the package: `{$label: {en, zh}}`. */
  readonly texts: unknown
  /** The records that contain the present one; a recursive record is edited as JSON. */
  readonly open: readonly unknown[]
  readonly drawn: { count: number; hasOddName: boolean }
}

/**
 * Builds the form of a plugin's Avro schema, with labels, controls and rules from its `$ui`. Returns undefined if no
 * form can be built from the schema.
 */
export function pluginSections(
  avro: AvroJson,
  schema: unknown,
  texts: unknown,
): readonly Section[] | undefined {
  const drawn = { count: 0, hasOddName: false }
  const fields = buildFields(schema, '', { avro, texts, open: [schema], drawn })
  if (fields.length === 0 || drawn.hasOddName || drawn.count > mostFields) return undefined
  const general = fields.filter(({ kind }) => kind !== 'object')
  return [
    ...(general.length === 0 ? [] : [{ id: 'general-settings', title: m.general, fields: general }]),
    ...fields.flatMap((field) =>
      field.kind === 'object' ? [{ id: field.path, title: field.label, fields: field.fields }] : [],
    ),
  ]
}

function buildFields(record: unknown, path: string, drawing: Drawing): readonly Field[] {
  const getPlace = ({ $ui: { order } }: AvroField) => (typeof order === 'number' ? order : Number.MAX_VALUE)
  return avroFields(record)
    .toSorted((one, other) => getPlace(one) - getPlace(other))
    .map((field) => buildField(field, path, drawing))
}

function buildField(field: AvroField, path: string, drawing: Drawing): Field {
  const { avro, drawn } = drawing
  const { name, $ui: hints } = field
  drawn.count += 1
  // Other names are refused, because paths are separated by dots and Avro allows no other names.
  if (!/^[a-z_]\w*$/i.test(name) || name === '__proto__') drawn.hasOddName = true
  const own = avro.resolveType(field.type)
  const [only, ...others] = (Array.isArray(own) ? avro.plainBranches(own) : [own]) ?? []
  const isNullable = Array.isArray(own) && own.includes('null')
  const flex = typeof hints['flex'] === 'number' ? hints['flex'] : 24
  const help = asSentence(cutText(hints['description'], drawing, 500))
  const basics: Basics = {
    path: pathWithin(path, name),
    label: cutText(hints['label'], drawing, 120) ?? name,
    ...(help === undefined ? {} : { help }),
    width: flex <= 8 ? 4 : flex <= 12 ? 6 : flex <= 16 ? 8 : 12,
    ...(isNullable ? { isOmittedEmpty: true } : {}),
    ...(hints['required'] === true ? { isRequired: true } : {}),
    ...(isNullable || field.default === undefined ? {} : { default: field.default }),
  }
  const type = others.length > 0 || drawn.count > mostFields ? undefined : avro.resolveType(only)
  return buildControl(type, hints, basics, drawing) ?? buildJsonField(basics, only === undefined)
}

/** Ends a text with a full stop, because the form appends sentences such as the default. */
function asSentence(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || /\p{P}$/u.test(text)) return text
  return `${text}${locale === 'zh' ? '。' : '.'}`
}

type Basics = Pick<Field, 'path' | 'label' | 'help' | 'isRequired' | 'isOmittedEmpty' | 'default'> & {
  readonly width: 4 | 6 | 8 | 12
}
type Hints = AvroField['$ui']

function buildJsonField({ help, ...basics }: Basics, isTagged: boolean): Field {
  const note = isTagged ? m.tagged : help
  return {
    kind: 'json',
    ...basics,
    width: 12,
    ...(note === undefined ? {} : { help: note }),
    ...(basics.isOmittedEmpty === true ? {} : { isRequired: true }),
  }
}

/** Builds the control for a value; returns undefined if there is no control for its type. */
function buildControl(type: unknown, hints: Hints, basics: Basics, drawing: Drawing): Field | undefined {
  const isNullable = basics.isOmittedEmpty === true
  const needed = isNullable ? basics : { ...basics, isRequired: true }
  const options = parseOptions(hints, drawing)
  switch (getAvroKind(type)) {
    case 'string':
      return buildTextField(hints, options, basics, drawing)
    case 'bytes':
    case 'fixed':
      return { kind: 'text', ...basics, isCode: true }
    case 'enum': {
      const symbols = getAvroSymbols(type) ?? []
      const known = options.filter(({ value }) => symbols.includes(String(value)))
      const rest = symbols.filter((value) => known.every((one) => one.value !== value)).slice(0, mostOptions)
      return {
        kind: 'select',
        ...needed,
        options: [...known, ...rest.map((value) => ({ value, label: value }))],
      }
    }
    case 'int':
    case 'long':
    case 'float':
    case 'double': {
      if (options.length > 0) return { kind: 'select', ...needed, options }
      const isFractional = ['float', 'double'].includes(getAvroKind(type))
      const bounds = {
        ...(getAvroKind(type) === 'int' ? { min: -(2 ** 31), max: 2 ** 31 - 1 } : {}),
        ...findRange(hints),
      }
      return { kind: 'number', ...needed, ...bounds, isFractional }
    }
    case 'boolean':
      return isNullable
        ? {
            kind: 'select',
            ...basics,
            options: [true, false].map((value) => ({ value, label: value ? m.yes : m.no })),
          }
        : { kind: 'toggle', ...basics }
    case 'array':
      return buildArrayField(isPlainObject(type) ? type['items'] : undefined, hints, basics, drawing)
    case 'map': {
      const isOfTexts = isPlainObject(type) && drawing.avro.resolveType(type['values']) === 'string'
      return isOfTexts
        ? { kind: 'map', ...basics, width: 12, keyLabel: m.key, valueLabel: m.value }
        : undefined
    }
    case 'record':
      return isNullable || drawing.open.includes(type)
        ? undefined
        : { kind: 'object', ...basics, width: 12, fields: below(type, basics.path, drawing) }
    default:
      return undefined
  }
}

const below = (record: unknown, path: string, drawing: Drawing) =>
  buildFields(record, path, { ...drawing, open: [...drawing.open, record] })

function buildArrayField(items: unknown, hints: Hints, basics: Basics, drawing: Drawing): Field | undefined {
  const item = drawing.avro.resolveType(items)
  switch (getAvroKind(item)) {
    case 'string':
      return { kind: 'list', ...basics, itemLabel: m.item, of: 'text' }
    case 'int':
    case 'long':
    case 'float':
    case 'double':
      return { kind: 'list', ...basics, itemLabel: m.item, of: 'number' }
    case 'enum': {
      const field = buildControl(item, hints, basics, drawing)
      return field?.kind === 'select'
        ? { kind: 'multi-select', ...basics, options: field.options }
        : undefined
    }
    case 'record': {
      if (drawing.open.includes(item)) return undefined
      const columns = below(item, '', drawing)
      const isFlat = columns.every(({ kind }) =>
        ['text', 'number', 'toggle', 'select', 'secret'].includes(kind),
      )
      return isFlat && columns.length > 0 && columns.length <= mostColumns
        ? { kind: 'rows', ...basics, width: 12, columns, addLabel: m.addRow }
        : undefined
    }
    default:
      return undefined
  }
}

function buildTextField(hints: Hints, options: readonly Option[], basics: Basics, drawing: Drawing): Field {
  if (options.length > 0) return { kind: 'select', ...basics, options }
  switch (hints['component']) {
    case 'input-password':
      return { kind: 'secret', ...basics, autoComplete: 'off' }
    case 'input-textarea':
      return { kind: 'lines', ...basics }
    case 'code-editor': {
      const format = hints['format']
      const syntax: { readonly syntax?: NonNullable<LinesField['syntax']> } =
        format === 'sql' || format === 'json' ? { syntax: format } : {}
      return { kind: 'lines', ...basics, isCode: true, ...syntax }
    }
    default:
      return { kind: 'text', ...basics, ...findTextRules(hints, drawing) }
  }
}

function parseOptions({ component, options }: Hints, drawing: Drawing): readonly Option[] {
  if (component !== 'select' || !Array.isArray(options)) return []
  return options.slice(0, mostOptions).flatMap((option: unknown) => {
    if (!isPlainObject(option)) return []
    const { value, label } = option
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
    return [{ value, label: cutText(label, drawing, 120) ?? String(value) }]
  })
}

const listRules = ({ rules }: Hints) => (Array.isArray(rules) ? rules.slice(0, 20).filter(isPlainObject) : [])

function findRange(hints: Hints): { readonly min?: number; readonly max?: number } {
  const { min, max } = listRules(hints).find(({ type }) => type === 'range') ?? {}
  return { ...(typeof min === 'number' ? { min } : {}), ...(typeof max === 'number' ? { max } : {}) }
}

function findTextRules(hints: Hints, drawing: Drawing): Pick<TextField, 'pattern' | 'maxLength'> {
  const [length, pattern] = ['length', 'pattern'].map((wanted) =>
    listRules(hints).find(({ type }) => type === wanted),
  )
  const regex = typeof pattern?.['pattern'] === 'string' ? safeRegex(pattern['pattern']) : undefined
  const max = length?.['max']
  return {
    ...(typeof max === 'number' && max > 0 ? { maxLength: max } : {}),
    ...(regex === undefined
      ? {}
      : { pattern: { regex, message: cutText(pattern?.['message'], drawing, 300) ?? m.wrongFormat } }),
  }
}

/** Matches a repeated group, whatever it contains, and a backreference. */
const slow = /\)[*+?{]|\\[1-9k]/
/** The maximum length of a text that is checked here; the plugin checks longer texts. */
const checkedLength = 100
/** The maximum number of repetitions: each one multiplies the time by the length of the text. */
const mostRepetitions = 3

/**
 * Compiles a pattern from an untrusted schema, which runs at every keystroke. A pattern with a repeated group could
 * run for ever; it is left to the plugin.
 */
function safeRegex(pattern: string): RegExp | undefined {
  const repetitions = pattern.match(/[*+?]|\{/g) ?? []
  if (pattern.length > 500 || repetitions.length > mostRepetitions || slow.test(pattern)) return undefined
  try {
    return new RegExp(`^[^]{${checkedLength + 1},}$|(?:${pattern})`)
  } catch {
    return undefined
  }
}

/**
 * Returns a text for display. A key such as `$port_label` is looked up in the package's texts, with English as the
 * fallback.
 */
function cutText(text: unknown, { texts }: Drawing, most: number): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  if (!text.startsWith('$')) return visibleText(text, most)
  const found = isPlainObject(texts) && Object.hasOwn(texts, text) ? texts[text] : undefined
  const words = isPlainObject(found) ? (found[locale] ?? found['en']) : undefined
  return typeof words === 'string' && words !== '' ? visibleText(words, most) : undefined
}
