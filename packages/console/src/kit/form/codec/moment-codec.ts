import { timeZoneChoice } from '#i18n/format-time.ts'
import { readValue } from '#kit/form/controls/control-props.ts'
import type { MomentField } from '#kit/form/field.ts'
import { fromDateTimeInput, toDateTimeInput } from '#lib/date-time-input.ts'
import type { ValueCodec } from './value-codec.ts'

const isUtc = timeZoneChoice === 'utc'

/**
 * Numbers below are seconds since 1970, numbers above are milliseconds: the limit is the year 5138 or 1973,
 * respectively.
 */
const firstMilliseconds = 1e11

/**
 * Converts the control's text, in the time zone of the page, to RFC 3339; undefined while the text is not a date and
 * time.
 */
export function parseMoment(text: string): string | undefined {
  return fromDateTimeInput(text, isUtc)
}

export function momentCodec(field: MomentField): ValueCodec {
  return {
    toForm: (api) => {
      const given = api ?? field.default
      const isNever =
        field.never !== undefined && (given === field.never || given === undefined || given === null)
      return { isNever, text: isNever ? '' : toDateTimeInput(toInstant(given), isUtc) }
    },
    toApi: (value) => {
      const { isNever, text } = readValue.parts(value)
      if (isNever === true) return field.never
      const given = readValue.text(text)
      return given === '' ? undefined : (parseMoment(given) ?? given)
    },
  }
}

function toInstant(api: unknown): string | undefined {
  if (typeof api === 'string') return api
  if (typeof api !== 'number') return undefined
  const date = new Date(api < firstMilliseconds ? api * 1000 : api)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
