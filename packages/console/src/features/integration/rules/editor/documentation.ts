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
  /** The arguments and an example, for a function. */
  readonly entry?: CatalogueEntry | undefined
}

/** The name may be neither a keyword of the language nor a known function. */
const keywords: Readonly<Record<string, string>> = keywordTexts
const functions: Readonly<Record<string, string>> = functionTexts

/** The maximum number of events that are named: a column of more events is a column of most events. */
const mostEvents = 5

/** Returns the documentation of a word in a statement. */
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
