import { waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { Field, RowsField, Section, UnionField } from '#kit/form/field.ts'
import { isPlainObject, sameValue, valueAt } from '#kit/form/form-value.ts'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/** Returns the element of the field with a path. */
export function fieldElement(path: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(`[${fieldAttribute}]`)].find(
    (element) => element.getAttribute(fieldAttribute) === path,
  )
  if (found === undefined) throw new Error(`no control for ${path}`)
  return found
}

interface Filling {
  readonly user: UserEvent
  /** The values that the form is to contain. */
  readonly target: unknown
  /** The values that the form contains already. */
  readonly start: unknown
}

/** Opens all folded groups, because rarely used settings are rendered only when their group is open. */
export async function openFolds(user: UserEvent): Promise<void> {
  for (const fold of document.querySelectorAll('details')) {
    const [line] = fold.children
    if (line !== undefined && !fold.open) await user.click(line)
    await waitFor(() => expect(fold.children.length).toBeGreaterThan(1))
  }
}

/** Fills a form as a user does: chooses variants, presses switches, adds rows, types. */
export async function fillForm(
  sections: readonly Section[],
  user: UserEvent,
  target: ApiDocument,
  start: ApiDocument,
) {
  for (const section of sections) {
    const wanted = section.switch === undefined ? undefined : valueAt(target, section.switch)
    if (section.switch !== undefined && wanted !== undefined && wanted !== valueAt(start, section.switch)) {
      const region = document.querySelector<HTMLElement>(`section[aria-label="${section.title}"]`)
      if (region === null) throw new Error(`no section ${section.title}`)
      await user.click(within(region).getByRole('switch', { name: section.title }))
    }
    const fields = section.fields.filter(({ path }) => path !== section.switch)
    if (section.switch === undefined || (wanted ?? valueAt(start, section.switch)) === true)
      await fillFields(fields, '', { user, target, start })
  }
}

async function fillFields(fields: readonly Field[], prefix: string, filling: Filling): Promise<void> {
  for (const field of fields) {
    if (field.kind === 'object') await fillFields(field.fields, prefix, filling)
    else if (field.kind === 'union') await fillUnion(field, prefix, filling)
    else await fillField(field, prefix, filling)
  }
}

async function fillUnion(field: UnionField, prefix: string, filling: Filling): Promise<void> {
  const wanted = valueAt(filling.target, field.path)
  if (wanted === undefined) return
  const named = field.discriminator === undefined ? undefined : valueAt(wanted, field.discriminator)
  const variant = field.variants.find(
    ({ id, word, matches }) => (word ?? id) === (named ?? wanted) || (named === undefined && matches(wanted)),
  )
  if (variant === undefined) return
  const element = within(fieldElement(prefix + field.path))
  const [button] = element.queryAllByRole('button', { name: variant.label, hidden: true })
  const [list] = element.queryAllByRole('combobox', { hidden: true })
  if (button !== undefined) await filling.user.click(button)
  else if (list !== undefined) await filling.user.selectOptions(list, variant.label)
  await fillFields(variant.fields, prefix, filling)
}

async function fillField(field: Field, prefix: string, { user, target, start }: Filling): Promise<void> {
  const wanted = valueAt(target, field.path)
  if (wanted === undefined || sameValue(wanted, valueAt(start, field.path))) return
  const element = fieldElement(prefix + field.path)
  const inside = within(element)
  switch (field.kind) {
    case 'toggle': {
      const toggle = inside.getByRole<HTMLInputElement>('switch', { hidden: true })
      return toggle.checked === wanted ? undefined : user.click(toggle)
    }
    case 'select':
      return void (await user.selectOptions(inside.getByRole('combobox', { hidden: true }), String(wanted)))
    case 'text':
      return type(
        element,
        field.isCommand === true && Array.isArray(wanted) ? wanted.join(' ') : wanted,
        user,
      )
    case 'lines':
      // The fields for its parts replace the text box once they are loaded.
      if (field.isTemplate === true && (field.mostColumns !== undefined || field.syntax === 'line-protocol'))
        await user.click(await inside.findByRole('button', { name: 'Text', hidden: true }))
      return type(element, wanted, user)
    case 'multi-select':
      throw new Error(`not filled: ${field.path}`)
    case 'map':
      return fillMap(wanted, prefix + field.path, user)
    case 'rows':
      return fillRows(field, wanted, prefix + field.path, user)
    case 'list':
      return fillList(wanted, prefix + field.path, user)
    case 'one-of':
      if ((wanted === field.word) !== (inside.queryByRole('textbox', { hidden: true }) === null))
        await user.click(inside.getByRole('switch', { hidden: true }))
      if (wanted !== field.word) await type(element, wanted, user)
      return
    default:
      return type(element, wanted, user)
  }
}

/** Pastes the text, which is one event instead of one event for each key. */
async function type(element: HTMLElement, value: unknown, user: UserEvent): Promise<void> {
  const box = element.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if (box === null) throw new Error(`nothing to type at in ${element.textContent}`)
  box.focus()
  box.select()
  await user.paste(typeof value === 'string' ? value : JSON.stringify(value))
}

async function fillMap(wanted: unknown, path: string, user: UserEvent): Promise<void> {
  await clearRows(path, user)
  const entries = Object.entries(isPlainObject(wanted) ? wanted : {})
  for (const [at, [key, value]] of entries.entries()) {
    await addRow(path, user)
    await type(fieldElement(`${path}.${at}.key`), key, user)
    await type(fieldElement(`${path}.${at}.value`), value, user)
  }
}

async function fillRows(field: RowsField, wanted: unknown, path: string, user: UserEvent): Promise<void> {
  await clearRows(path, user)
  const rows: readonly unknown[] = Array.isArray(wanted) ? wanted : []
  for (const [at, row] of rows.entries()) {
    await addRow(path, user)
    await fillFields(field.columns, `${path}.${at}.`, { user, target: row, start: {} })
  }
}

async function fillList(wanted: unknown, path: string, user: UserEvent): Promise<void> {
  await clearRows(path, user)
  const items: readonly unknown[] = Array.isArray(wanted) ? wanted : []
  for (const [at, item] of items.entries()) {
    await addRow(path, user)
    await type(fieldElement(`${path}.${at}`), item, user)
  }
}

async function clearRows(path: string, user: UserEvent): Promise<void> {
  for (;;) {
    const remove = fieldElement(path).querySelector<HTMLElement>('[data-remove]')
    if (remove === null) return
    await user.click(remove)
  }
}

async function addRow(path: string, user: UserEvent): Promise<void> {
  // The last button is used: an import may have been loaded below it, and rows may contain further buttons.
  const add = [...fieldElement(path).querySelectorAll<HTMLElement>('[data-add]')].at(-1)
  if (add === undefined) throw new Error(`nothing adds to ${path}`)
  await user.click(add)
}
