import { formatNumber } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import type { OwnRules } from './rule-owners.ts'
import { rulePermits } from './rule-permits.ts'

/** Of somebody with a hundred rules, the first say enough in a list. */
const mostShown = 10

function inWords({ rules }: OwnRules): string {
  const more = rules.length - mostShown
  return [...rulePermits(rules.slice(0, mostShown)), ...(more > 0 ? [m.more(formatNumber(more))] : [])].join(
    '; ',
  )
}

/** `label`: what the rules are for. */
export const ownRulesColumns = (label: string): readonly Column<OwnRules>[] => [
  verbatimColumn('id', label, ({ id }) => id, { always: true, width: 260, phone: 'name' }),
  {
    id: 'count',
    header: m.count,
    value: ({ rules }) => rules.length,
    cell: ({ rules }) => formatNumber(rules.length),
    align: 'end',
    width: 90,
    phone: 'pair',
  },
  {
    id: 'rules',
    header: m.inWords,
    definition: m.inWordsDefinition,
    value: ({ rules }) => JSON.stringify(rules),
    cell: (row) => (row.rules.length === 0 ? m.none : <Verbatim text={inWords(row)} />),
    width: 520,
    phone: 'pair',
  },
]
