import { readValue } from '#kit/form/controls/control-props.ts'
import type { ListField, MapField } from '#kit/form/field.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { toApiList } from './choice-codec.ts'
import { parseNumber } from './number-codec.ts'
import { printText } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

/** Blank items are not sent. */
export function listCodec(field: ListField): ValueCodec {
  const isComma = field.isCommaText === true
  const isKept = (item: string) => item.trim() !== ''
  return {
    toForm: (api) => {
      const given = api ?? field.default
      if (!isComma || typeof given !== 'string') return toApiList(given).map(printText)
      return given
        .split(',')
        .map((item) => item.trim())
        .filter(isKept)
    },
    toApi: (value) => {
      const items = readValue.texts(value).filter(isKept)
      if (isComma) return items.length === 0 && field.isOmittedEmpty === true ? undefined : items.join(', ')
      if (items.length === 0 && field.isOmittedEmpty === true) return undefined
      return field.of === 'number' ? items.map((item) => parseNumber(item) ?? item) : items
    },
  }
}

/** Shows an object as rows of key and value; a value that was not a text keeps its type while its text is unchanged. */
export function mapCodec(field: MapField): ValueCodec {
  const toApiValue = (text: string) => (field.valueRange === undefined ? text : (parseNumber(text) ?? text))
  return {
    toForm: (api) => {
      const given = api ?? field.default
      return Object.entries(isPlainObject(given) ? given : {}).map(([key, value]) => ({
        key,
        value: printText(value),
      }))
    },
    toApi: (value, original) => {
      const known = new Map(isPlainObject(original) ? Object.entries(original) : [])
      const entries = readValue
        .rows(value)
        .map((row) => ({ key: readValue.text(row['key']), text: readValue.text(row['value']) }))
        .filter(({ key, text }) => key !== '' || text !== '')
      if (entries.length === 0 && field.isOmittedEmpty === true) return undefined
      return Object.fromEntries(
        entries.map(({ key, text }) => {
          const before = known.get(key)
          return [key, before !== undefined && printText(before) === text ? before : toApiValue(text)]
        }),
      )
    },
  }
}
