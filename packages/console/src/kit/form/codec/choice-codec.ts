import { readValue } from '#kit/form/controls/control-props.ts'
import type { MultiSelectField, SelectField, ToggleField } from '#kit/form/field.ts'
import { parseApiValue, printText } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

/** A switch that the API leaves out shows the broker's default. */
export function toggleCodec(field: ToggleField): ValueCodec {
  const isOn = (api: unknown) => api === true || api === 'true'
  return { toForm: (api) => isOn(api ?? field.default), toApi: (value) => value === true }
}

export function selectCodec(field: SelectField): ValueCodec {
  return {
    toForm: (api) => printText(api ?? field.default),
    toApi: (value) => {
      const text = readValue.text(value)
      return text === '' ? undefined : parseApiValue(field.options, text)
    },
  }
}

export function multiSelectCodec(field: MultiSelectField): ValueCodec {
  return {
    toForm: (api) => toApiList(api ?? field.default).map(printText),
    toApi: (value) => readValue.texts(value).map((text) => parseApiValue(field.options, text)),
  }
}

/** Returns a list of the API; some responses write a list of one item as the item itself. */
export function toApiList(api: unknown): readonly unknown[] {
  if (Array.isArray(api)) return api
  return api === undefined || api === null || api === '' ? [] : [api]
}
