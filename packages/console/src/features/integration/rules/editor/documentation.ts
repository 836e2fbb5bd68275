import { type CatalogueEntry, functionCatalogue } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { eventTitle } from '#features/integration/rules/list/event-title.ts'
import { keywordTexts, ruleEditor as m } from '#features/integration/rules/messages/rule-editor.ts'
import { functionTexts } from '#features/integration/rules/messages/rule-functions.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import type { Documented } from './documented-at.ts'
import type { StatementContext } from './read-statement-at.ts'

interface Documentation {
  readonly sentence: string | undefined
  /** Of a function: what it is called with, and an example. */
  readonly entry?: CatalogueEntry | undefined
}

/** What is written may be no word of the language, and no function that is known. */
const keywords: Readonly<Record<string, string>> = keywordTexts
const functions: Readonly<Record<string, string>> = functionTexts

/** More than that, and it is a column of most events. */
const mostEvents = 5

/** What there is to say of a word in a statement. */
export function findDocumentation({ kind, name }: Documented, { events }: StatementContext): Documentation {
  switch (kind) {
    case 'keyword':
      return { sentence: keywords[name.toUpperCase()] }
    case 'function':
      return { sentence: functions[name], entry: functionCatalogue.find((one) => one.name === name) }
    case 'event': {
      const columns = events.find(({ topic }) => topic === name)?.columns ?? []
      return { sentence: m.eventHas(eventTitle(name), formatList([...columns])) }
    }
    case 'column': {
      const having = events.filter(({ columns }) => columns.includes(name)).map(({ topic }) => topic)
      if (having.length === 0) return { sentence: m.columnOfAll }
      return {
        sentence:
          having.length > mostEvents
            ? m.columnOfMany(formatNumber(having.length))
            : m.columnOf(formatList(having)),
      }
    }
  }
}
