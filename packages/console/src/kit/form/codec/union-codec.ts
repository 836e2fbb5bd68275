import type { Field, FormValues, UnionField, Variant } from '../field.ts'
import { pathWithin, valueAt, withoutValueAt, withValueAt } from '../values-at.ts'
import { allFields, chosenVariant, variantPath } from '../visibility.ts'

type ApiObject = Readonly<Record<string, unknown>>
type ToForm = (state: FormValues, field: Field, api: ApiObject) => FormValues
type Written = (fields: readonly Field[], values: FormValues, api: ApiObject) => ApiObject

/** The ways of the form, one level down. */
interface Writing {
  readonly toApi: Written
  readonly withDefaults: Written
}

/** The variant that the API's value is of; the first where there is none yet. */
export function variantOf(
  { path, variants, discriminator, default: known }: UnionField,
  api: ApiObject,
): Variant | undefined {
  const value = valueAt(api, path) ?? known
  const named = discriminator === undefined ? undefined : valueAt(value, discriminator)
  return (
    variants.find(({ id }) => named !== undefined && id === String(named)) ??
    variants.find(({ matches }) => value !== undefined && matches(value)) ??
    variants[0]
  )
}

/** The chosen variant's fields from the API, those of the others empty: where both know a path, the chosen one wins. */
export function unionToForm(
  field: UnionField,
  state: FormValues,
  api: ApiObject,
  toForm: ToForm,
): FormValues {
  const chosen = variantOf(field, api)
  const marked = withValueAt(state, variantPath(field), chosen?.id)
  const filled = (chosen?.fields ?? []).reduce((next, inner) => toForm(next, inner, api), marked)
  const others = field.variants.filter((variant) => variant !== chosen).flatMap(({ fields }) => fields)
  const standing = new Set(allFields(chosen?.fields ?? []).map(({ path }) => path))
  return others.reduce((next, inner) => {
    const isTaken = allFields([inner]).some(({ path }) => standing.has(path))
    return isTaken ? next : toForm(next, inner, {})
  }, filled)
}

/** A variant that was chosen instead drops what only the other knew, and says its name. */
export function unionToApi(
  field: UnionField,
  values: FormValues,
  api: ApiObject,
  writing: Writing,
): ApiObject {
  const chosen = chosenVariant(field, values)
  const was = variantOf(field, api)
  if (chosen === undefined) return api
  const kept = new Map(allFields(chosen.fields).map(({ path, kind }) => [path, kind]))
  const dropped =
    chosen.id === was?.id ? [] : allFields(was?.fields ?? []).filter((one) => kept.get(one.path) !== one.kind)
  const base = dropped.reduce((next, { path }) => withoutValueAt(next, path), api)
  const whole = chosen.id === was?.id ? base : writing.withDefaults(chosen.fields, values, base)
  const next = writing.toApi(chosen.fields, values, whole)
  if (field.discriminator === undefined || (next === api && chosen.id === was?.id)) return next
  const name = pathWithin(field.path, field.discriminator)
  return String(valueAt(next, name)) === chosen.id ? next : withValueAt(next, name, chosen.id)
}
