import type { Field, MapField, OneOfField, Option, TextField, UnionField, Variant } from '#kit/form/field.ts'
import { isPlainObject, pathWithin } from '#kit/form/form-value.ts'
import { form as words } from '#kit/messages/form.ts'
import { serverSchema as m } from '#kit/messages/server-schema.ts'
import type { FieldBasics } from './field-basics.ts'
import { formatSettingLabel } from './format-setting-label.ts'
import { scalarField, toSymbolOptions } from './scalar-field.ts'
import { parseSchemaReference, readNode, type SchemaNode } from './schema-node.ts'

/** An alternative that is an object: its component, and the fields below the path of the union. */
export interface ObjectAlternative {
  readonly name: string
  readonly schema: SchemaNode
  readonly fields: readonly Field[]
}

interface Alternatives {
  readonly words: readonly Option['value'][]
  readonly objects: readonly ObjectAlternative[]
  readonly maps: number
  readonly scalars: readonly SchemaNode[]
}

/**
 * Returns the field for a `oneOf`: a choice of words, a word or a value, free text with words, or a union of objects.
 * Undefined for mixtures that no control could show.
 */
export function unionField(
  alternatives: readonly SchemaNode[],
  name: string,
  basics: FieldBasics,
  objectOf: (alternative: SchemaNode) => ObjectAlternative | undefined,
): Field | undefined {
  const { words, objects, maps, scalars } = sortVariants(alternatives, objectOf)
  if (words.length + objects.length + maps + scalars.length === 0) return undefined
  if (objects.length > 0) {
    return maps + scalars.length > 0 ? undefined : objectUnion(objects, words, basics)
  }
  if (maps > 0) {
    const [word, ...others] = words
    if (maps === 1 && words.length === 0 && scalars.every(({ type }) => type === 'string'))
      return { kind: 'json', ...basics, takes: 'object-or-text', width: 12 }
    const isSole = maps === 1 && scalars.length === 0 && others.length === 0
    return isSole && word !== undefined ? buildOneOfField(word, mapField(name, basics), basics) : undefined
  }
  return scalarUnion(scalars, words, name, basics)
}

export function mapField(name: string, basics: FieldBasics): MapField {
  const isPriorities = name === 'mqueue_priorities'
  return {
    kind: 'map',
    ...basics,
    width: 12,
    keyLabel: isPriorities ? formatSettingLabel('topic') : m.key,
    valueLabel: isPriorities ? m.priority : m.value,
    ...(isPriorities ? { valueRange: { min: 1, max: 255, message: words.priority } } : {}),
  }
}

function sortVariants(
  alternatives: readonly SchemaNode[],
  objectOf: (alternative: SchemaNode) => ObjectAlternative | undefined,
): Alternatives {
  const objects = alternatives.flatMap((alternative) => objectOf(alternative) ?? [])
  const rest = alternatives.filter(
    (one) => parseSchemaReference(one) === undefined && one.properties === undefined,
  )
  const isComplete = objects.length + rest.length === alternatives.length
  const isMap = ({ type }: SchemaNode) => type === 'object'
  return {
    words: rest.flatMap(({ type, symbols = [] }) => (type === 'enum' ? symbols : [])),
    objects,
    // An alternative that cannot be opened counts as a mixture.
    maps: rest.filter(isMap).length + (isComplete ? 0 : alternatives.length),
    scalars: rest.filter((one) => one.type !== 'enum' && !isMap(one)),
  }
}

function scalarUnion(
  scalars: readonly SchemaNode[],
  words: readonly Option['value'][],
  name: string,
  basics: FieldBasics,
): Field | undefined {
  const [scalar, ...others] = scalars
  const [word, ...moreWords] = words
  if (scalar === undefined) return { kind: 'select', ...basics, options: toSymbolOptions(words) }
  if (others.length === 0 && moreWords.length === 0 && typeof word !== 'boolean') {
    const inner = scalarField(scalar, name, basics)
    const isInner = inner !== undefined && inner.kind !== 'secret' && inner.kind !== 'certificate'
    if (word === undefined) return inner
    return isInner ? buildOneOfField(word, inner, basics) : undefined
  }
  const switches = scalars.some(({ type }) => type === 'boolean') ? [true, false] : []
  const text: TextField = { kind: 'text', ...basics, isCode: true }
  return { ...text, suggestions: toSymbolOptions([...words, ...switches]) }
}

function buildOneOfField(
  word: Option['value'],
  inner: OneOfField['inner'],
  basics: FieldBasics,
): OneOfField | undefined {
  if (typeof word === 'boolean') return undefined
  return { kind: 'one-of', ...basics, word, wordLabel: wordLabel(word), inner }
}

/**
 * Returns a union of object shapes, told apart by a property that names the shape, or by the properties of each
 * shape.
 */
export function objectUnion(
  objects: readonly ObjectAlternative[],
  words: readonly Option['value'][],
  basics: FieldBasics,
): UnionField {
  const discriminator = findDiscriminator(objects)
  const variants = objects.map((object): Variant => {
    const symbol = discriminator === undefined ? undefined : soleSymbol(object.schema, discriminator)
    const id = symbol ?? object.name
    return {
      id,
      label: formatSettingLabel(id.replace(/^.*\.(auth_)?/, '')),
      fields: object.fields.filter(({ path }) => path !== pathWithin(basics.path, discriminator ?? '')),
      matches: (value) => fits(object.schema, value),
    }
  })
  const wordVariants = words.map((word): Variant => {
    return { id: String(word), label: wordLabel(word), word, fields: [], matches: (value) => value === word }
  })
  const union: UnionField = { kind: 'union', ...basics, variants: [...wordVariants, ...variants] }
  return discriminator === undefined ? union : { ...union, discriminator }
}

/** Returns the property whose only symbol differs in each of the objects. */
export function findDiscriminator(objects: readonly Pick<ObjectAlternative, 'schema'>[]): string | undefined {
  const names = Object.keys(objects[0]?.schema.properties ?? {})
  return names.find((name) => {
    const symbols = objects.map(({ schema }) => soleSymbol(schema, name))
    return !symbols.includes(undefined) && new Set(symbols).size === objects.length
  })
}

function soleSymbol({ properties = {} }: SchemaNode, name: string): string | undefined {
  const { symbols = [] } = readNode(Object.hasOwn(properties, name) ? properties[name] : undefined)
  return symbols.length === 1 ? String(symbols[0]) : undefined
}

/** Tells whether the value has every required property and no unknown property. */
function fits({ properties = {}, required }: SchemaNode, value: unknown): boolean {
  if (!isPlainObject(value)) return false
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => Object.hasOwn(properties, name))
  )
}

/** Returns the label of the switch that stands for a word of the API. */
function wordLabel(word: Option['value']): string {
  if (word === 'infinity') return m.infinity
  if (word === 'disabled' || word === 'disable') return m.disabled
  return word === 'none' ? m.none : formatSettingLabel(String(word))
}
