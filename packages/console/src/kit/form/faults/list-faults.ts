import { parseNumber } from '#kit/form/codec/number-codec.ts'
import { readValue } from '#kit/form/controls/control-props.ts'
import type { FormFault, ListField, MapField } from '#kit/form/field.ts'
import type { FormValue } from '#kit/form/form-value.ts'
import { form as m } from '#kit/messages/form.ts'
import { findTopicFault, hostPortFault, urlFault } from './text-faults.ts'

/** Returns the errors of each item; paths are relative to the list. Blank items are not sent, so they are no error. */
export function listFaults({ of }: ListField, value: FormValue): readonly FormFault[] {
  const items = readValue.texts(value)
  return items.flatMap((item, at) => {
    const isTwice = of === 'topic' && items.indexOf(item) < at
    const message =
      item.trim() === '' ? undefined : (itemFault(of, item) ?? (isTwice ? m.duplicateTopic : undefined))
    return message === undefined ? [] : [{ path: String(at), message }]
  })
}

export function mapFaults({ valueRange }: MapField, value: FormValue): readonly FormFault[] {
  const rows = readValue.rows(value).map((row) => ({
    key: readValue.text(row['key']),
    text: readValue.text(row['value']),
  }))
  const keys = rows.map(({ key }) => key)
  return rows.flatMap(({ key, text }, at): readonly FormFault[] => {
    if (key === '' && text === '') return []
    if (key === '') return [{ path: `${at}.key`, message: m.incompleteTable }]
    if (keys.indexOf(key) < at) return [{ path: `${at}.key`, message: m.duplicateKey }]
    if (valueRange === undefined) return []
    const number = parseNumber(text)
    const isWithin = number !== undefined && number >= valueRange.min && number <= valueRange.max
    return isWithin && Number.isInteger(number) ? [] : [{ path: `${at}.value`, message: valueRange.message }]
  })
}

function itemFault(of: ListField['of'], item: string): string | undefined {
  switch (of) {
    case 'number':
      return parseNumber(item) === undefined ? m.notNumber : undefined
    case 'topic':
      return findTopicFault({ isFilter: true }, item)
    case 'host-port':
      return hostPortFault({}, item)
    case 'url':
      return urlFault({}, item)
    case 'text':
      return undefined
  }
}
