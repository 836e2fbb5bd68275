import { defaultText } from './controls/default-text.ts'
import { m } from './controls/messages.ts'
import type { Field } from './field.ts'

/** What stands under a control: why it cannot be changed, its own help, the default of the broker. */
export function fieldHelp(field: Field): string | undefined {
  const byDefault = defaultWords(field)
  const parts = [field.readOnly, field.help, byDefault === undefined ? undefined : m.defaultIs(byDefault)]
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? undefined : said.join(m.betweenSentences)
}

/** The default of the broker as a person says it: the label of an option, the word of a switch, `15 s`. */
function defaultWords(field: Field): string | undefined {
  const value = field.default
  if (value === undefined) return undefined
  switch (field.kind) {
    case 'toggle':
      // Without a note of its own the switch says it beside itself.
      return field.note === undefined ? undefined : value === true ? m.on : m.off
    case 'select':
      return field.options.find((option) => option.value === value)?.label
    case 'one-of':
      return value === field.word ? field.wordLabel : defaultWords({ ...field.inner, default: value })
    case 'number':
      return spaced(defaultText(field), field.unit)
    case 'percent':
      return spaced(defaultText(field), '%')
    case 'duration':
    case 'byte-size':
    case 'rate':
      return spaced(defaultText(field), undefined)
    case 'text':
    case 'host-port':
    case 'url':
    case 'topic':
      return defaultText(field)
    default:
      return undefined
  }
}

/** `15s` as `15 s`; with the unit of a number. */
function spaced(text: string | undefined, unit: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return unit === undefined ? text.replace(/^([\d.]+)([a-zA-Z]+.*)$/, '$1 $2') : `${text} ${unit}`
}
