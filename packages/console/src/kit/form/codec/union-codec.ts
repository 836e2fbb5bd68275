import type { Field, UnionField, Variant } from '#kit/form/field.ts'
import {
  type FormValues,
  isPlainObject,
  pathWithin,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '#kit/form/form-value.ts'
import { allFields, findChosenVariant, variantPath } from '#kit/form/visibility.ts'
import { printText } from './text-codec.ts'

type ApiObject = Readonly<Record<string, unknown>>
type ToForm = (state: FormValues, field: Field, api: ApiObject) => FormValues
type VariantWriter = (fields: readonly Field[], values: FormValues, api: ApiObject) => ApiObject

/** The conversions of the form, one level down. */
interface Writing {
  readonly toApi: VariantWriter
  readonly withDefaults: VariantWriter
}

/** Returns the variant of the API's value; the first variant if there is no value yet. */
function findVariant(
  { path, variants, discriminator, default: known }: UnionField,
  api: ApiObject,
): Variant | undefined {
  const value = valueAt(api, path) ?? known
  const named = discriminator === undefined ? undefined : valueAt(value, discriminator)
  return (
    variants.find(({ word }) => word !== undefined && word === value) ??
    variants.find(({ id, word }) => word === undefined && named !== undefined && id === printText(named)) ??
    variants.find(({ matches }) => value !== undefined && matches(value)) ??
    variants[0]
  )
}

/**
 * Fills the fields of the chosen variant from the API and empties those of the others: for a shared path, the chosen
 * variant wins.
 */
export function unionToForm(
  field: UnionField,
  state: FormValues,
  api: ApiObject,
  toForm: ToForm,
): FormValues {
  const chosen = findVariant(field, api)
  const marked = withValueAt(state, variantPath(field), chosen?.id)
  const filled = (chosen?.fields ?? []).reduce((next, inner) => toForm(next, inner, api), marked)
  const others = field.variants.filter((variant) => variant !== chosen).flatMap(({ fields }) => fields)
  const standing = new Set(allFields(chosen?.fields ?? []).map(({ path }) => path))
  return others.reduce((next, inner) => {
    const isTaken = allFields([inner]).some(({ path }) => standing.has(path))
    return isTaken ? next : toForm(next, inner, {})
  }, filled)
}

/** A newly chosen variant drops the fields that only the previous variant has, and sets its own name. */
export function unionToApi(
  field: UnionField,
  values: FormValues,
  api: ApiObject,
  writing: Writing,
): ApiObject {
  const chosen = findChosenVariant(field, values)
  const was = findVariant(field, api)
  if (chosen === undefined) return api
  const isSame = chosen.id === was?.id
  if (chosen.word !== undefined) return isSame ? api : withValueAt(api, field.path, chosen.word)
  const kept = new Map(allFields(chosen.fields).map(({ path, kind }) => [path, kind]))
  const dropped = isSame ? [] : allFields(was?.fields ?? []).filter((one) => kept.get(one.path) !== one.kind)
  const object = isSame || was?.word === undefined ? api : withValueAt(api, field.path, {})
  const base = dropped.reduce((next, { path }) => withoutValueAt(next, path), object)
  const whole = isSame ? base : writing.withDefaults(chosen.fields, values, base)
  const next = writing.toApi(chosen.fields, values, whole)
  return next === api && isSame ? next : withVariantName(field, values, next)
}

/** Writes the variant's name into the object, if the object exists or is required. */
export function withVariantName(field: UnionField, values: FormValues, api: ApiObject): ApiObject {
  const { path, discriminator, isRequired, default: known } = field
  const chosen = findChosenVariant(field, values)
  if (chosen === undefined) return api
  if (chosen.word !== undefined) {
    return chosen.word === known && valueAt(api, path) === undefined
      ? withValueAt(api, path, chosen.word)
      : api
  }
  if (discriminator === undefined) return api
  if (isRequired !== true && !isPlainObject(valueAt(api, path))) return api
  const name = pathWithin(path, discriminator)
  return printText(valueAt(api, name)) === chosen.id ? api : withValueAt(api, name, chosen.id)
}
