import type { Condition, Field, Section, ToggleField, UnionField, Variant } from './field.ts'
import { type FormValues, formValueAt, pathWithin } from './form-value.ts'

/** Tells whether all conditions hold; a select of numbers or booleans matches by its text and by its value. */
export function holds(conditions: readonly Condition[] | undefined, values: FormValues): boolean {
  return (conditions ?? []).every(({ path, is }) => {
    const value = formValueAt(values, path) ?? false
    return is.some((wanted) => wanted === value || String(wanted) === value)
  })
}

const deciders = new WeakMap<readonly Section[], readonly string[]>()

/**
 * Tells whether `visibleSections` is the same for both. Few fields decide what is shown, so a key press seldom
 * changes it.
 */
export function isShownTheSame(sections: readonly Section[], before: FormValues, after: FormValues): boolean {
  const paths = deciders.get(sections) ?? listDeciders(sections)
  deciders.set(sections, paths)
  return paths.every((path) => formValueAt(before, path) === formValueAt(after, path))
}

function listDeciders(sections: readonly Section[]): readonly string[] {
  const within = (fields: readonly Field[]): readonly string[] =>
    fields.flatMap((field) => [
      ...(field.when ?? []).map(({ path }) => path),
      ...(field.kind === 'object' ? within(field.fields) : []),
      ...(field.kind === 'union' ? field.variants.flatMap((variant) => within(variant.fields)) : []),
    ])
  const paths = sections.flatMap(({ when = [], switch: carried, fields }) => [
    ...when.map(({ path }) => path),
    ...(carried === undefined ? [] : [carried]),
    ...within(fields),
  ])
  return [...new Set(paths)]
}

/**
 * Returns the sections to render, with the shown fields, also inside objects and unions. A section's switch is in its
 * heading.
 */
export function visibleSections(sections: readonly Section[], values: FormValues): readonly Section[] {
  return sections
    .filter(({ when }) => holds(when, values))
    .map((section) => ({
      ...section,
      fields: isOn(section, values)
        ? listShownFields(
            section.fields.filter(({ path }) => path !== section.switch),
            values,
          )
        : [],
    }))
    .filter((section) => section.fields.length > 0 || section.switch !== undefined)
}

/** Returns the fields of the sections that are shown and switched on, with the switches of the headings. */
export function activeRoots(sections: readonly Section[], values: FormValues): readonly Field[] {
  return sections
    .filter(({ when }) => holds(when, values))
    .flatMap((section) => {
      if (isOn(section, values)) return fieldsOfSection(section)
      return fieldsOfSection(section).filter(({ path }) => path === section.switch)
    })
}

/**
 * Returns the shown fields that have a state of their own: objects and chosen variants are expanded, unions are
 * included.
 */
export function activeFields(sections: readonly Section[], values: FormValues): readonly Field[] {
  return openUnions(activeRoots(sections, values), values)
}

/** Does the same for a list of fields. */
export function openUnions(fields: readonly Field[], values: FormValues): readonly Field[] {
  return fields
    .filter(({ when }) => holds(when, values))
    .flatMap((field) => {
      if (field.kind === 'object') return openUnions(field.fields, values)
      if (field.kind === 'union')
        return [field, ...openUnions(findChosenVariant(field, values)?.fields ?? [], values)]
      return [field]
    })
}

/** Returns every field that has a state, shown or not. */
export function allFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => {
    if (field.kind === 'object') return allFields(field.fields)
    if (field.kind === 'union')
      return [field, ...field.variants.flatMap((variant) => allFields(variant.fields))]
    return [field]
  })
}

/** Returns the fields of a section, with the switch of its heading. */
export function fieldsOfSection(section: Section): readonly Field[] {
  if (section.switch === undefined || section.fields.some(({ path }) => path === section.switch))
    return section.fields
  const carried: ToggleField = { kind: 'toggle', path: section.switch, label: section.title }
  return [carried, ...section.fields]
}

export function variantPath(field: UnionField): string {
  return pathWithin(field.path, '$variant')
}

export function findChosenVariant(field: UnionField, values: FormValues): Variant | undefined {
  const id = formValueAt(values, variantPath(field))
  return field.variants.find((variant) => variant.id === id) ?? field.variants[0]
}

function isOn(section: Section, values: FormValues): boolean {
  return section.switch === undefined || formValueAt(values, section.switch) === true
}

function listShownFields(fields: readonly Field[], values: FormValues): readonly Field[] {
  return fields
    .filter(({ when }) => holds(when, values))
    .map((field): Field => {
      if (field.kind === 'object') return { ...field, fields: listShownFields(field.fields, values) }
      if (field.kind !== 'union') return field
      const variants = field.variants.map((one) => ({ ...one, fields: listShownFields(one.fields, values) }))
      return { ...field, variants }
    })
}
