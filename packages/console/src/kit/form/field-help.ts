import { defaultWords } from './controls/default-words.ts'
import { m } from './controls/messages.ts'
import type { Field } from './field.ts'

/** What stands under a control: why it cannot be changed, its own help, the default of the broker. */
export function fieldHelp(field: Field): string | undefined {
  const byDefault = defaultWords(field)
  const parts = [field.readOnly, field.help, byDefault === undefined ? undefined : m.defaultIs(byDefault)]
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? undefined : said.join(m.betweenSentences)
}
