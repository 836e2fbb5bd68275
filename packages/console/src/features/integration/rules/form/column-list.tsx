import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { unquote } from '@brokerdeck/languages/rule-sql/expression-nodes.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Column } from '@brokerdeck/languages/rule-sql/rule-event.ts'
import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import { ruleSqlParser } from '@brokerdeck/languages/rule-sql/rule-sql-parser.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { read } from '#api/query.ts'
import { eventTitle } from '#features/integration/rules/list/event-title.ts'
import { columnKinds, columnList as m } from '#features/integration/rules/messages/rule-form.ts'
import { TextBox } from '#ui/field-box.tsx'
import { Fold } from '#ui/fold.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './column-list.module.css'
import { useSettledStatement } from './use-settled-statement.ts'

interface ColumnListProps {
  readonly sql: string
  readonly lockedReason: string | undefined
  readonly onInsert: (name: string) => void
}

/** Lists the columns that a statement can use: those of the sources in FROM first, then those of all other events. */
export function ColumnList({ sql, lockedReason, onInsert }: ColumnListProps) {
  const { data } = useQuery({ ...read(rules.events, {}), staleTime: Number.POSITIVE_INFINITY, retry: false })
  const settled = useSettledStatement(sql)
  const used = useMemo(() => topicsIn(settled), [settled])
  const [search, setSearch] = useState('')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const sought = search.trim().toLowerCase()
  const events = useMemo(() => {
    const told =
      data?.map(({ event, columns }) => ({ topic: event, columns })) ?? ruleEvents.map(toEventColumns)
    return told
      .map(({ topic, columns }) => ({
        topic,
        title: eventTitle(topic),
        isUsed: used.has(topic),
        columns: columns.filter((name) => name.toLowerCase().includes(sought)),
      }))
      .filter(({ columns }) => columns.length > 0)
  }, [data, used, sought])
  const turn = (topic: string) =>
    setTurned((now) => new Set(now.has(topic) ? [...now].filter((one) => one !== topic) : [...now, topic]))
  const groups = [
    { label: m.used, events: events.filter(({ isUsed }) => isUsed) },
    { label: m.unused, events: events.filter(({ isUsed }) => !isUsed) },
  ]
  return (
    <section className={classes['columns']} aria-label={m.title}>
      <TextBox aria-label={m.search} placeholder={m.search} value={search} onChange={setSearch} />
      {events.length === 0 && <EmptyState title={m.nothing} />}
      {groups.map(({ label, events: some }) => (
        <div key={label} hidden={some.length === 0}>
          <h3 className={classes['group']}>{label}</h3>
          {some.map(({ topic, title, isUsed, columns }) => (
            <Fold
              key={`${topic} ${sought === '' ? isUsed : 'found'}`}
              title={title}
              held={{
                // Search results are open; without a search the events named in FROM are open until the user closes
                // them.
                isOpen: (sought !== '' || isUsed) !== turned.has(topic),
                onToggle: () => turn(topic),
              }}
            >
              <ul aria-label={title}>
                {columns.map((name) => (
                  <li key={name}>
                    <button
                      type="button"
                      className={classes['column']}
                      aria-disabled={lockedReason !== undefined}
                      title={lockedReason}
                      onClick={() => lockedReason === undefined && onInsert(name)}
                    >
                      <Verbatim text={name} mono />{' '}
                      <span className={classes['kind']}>{findKindWord(topic, name)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </Fold>
          ))}
        </div>
      ))}
    </section>
  )
}

const toEventColumns = ({ topic, columns }: (typeof ruleEvents)[number]) => ({
  topic,
  columns: columns.map(([name]) => name),
})

/** Returns the events that a statement reads: a topic stands for the event of published messages. */
function topicsIn(sql: string): ReadonlySet<string> {
  return new Set(
    sourcesIn(sql).map((name) => {
      if (name.startsWith('$events/')) return name
      const bridge = /^\$(?:bridges|sources)\/([^:]*)/.exec(name)?.[1]
      return bridge === undefined ? '$events/message_publish' : `$bridges/${bridge}:*`
    }),
  )
}

/** The maximum number of characters for which an incomplete statement is parsed. */
const mostMended = 10_000

/** Also reads an unfinished statement: users type the fields after FROM as often as before it. */
function sourcesIn(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  if ('statement' in parsed) return parsed.statement.sources.map(({ name }) => name)
  const names: string[] = []
  if (sql.length > mostMended) return names
  ruleSqlParser.parse(sql).iterate({
    enter({ name, from, to }) {
      if (name === 'Source') names.push(unquote(sql.slice(from, to)))
    },
  })
  return names
}

function findKindWord(topic: string, name: string): string {
  const columns = ruleEvents.find((one) => one.topic === topic)?.columns ?? []
  const example = columns.find(([one]) => one === name)?.[1]
  return example === undefined ? '' : kindWord(name, example)
}

/** Returns the type of a column in one word; empty if the type varies. */
function kindWord(name: string, example: Column[1]): string {
  if (name === 'payload') return columnKinds.bytes
  if (name === 'qos') return columnKinds.qos
  if (example.is === 'now') return columnKinds.time
  if (example.is === 'missing') return ''
  if (example.is !== 'value') return columnKinds.text
  const { value } = example
  if (typeof value === 'number') return columnKinds.integer
  if (typeof value === 'boolean') return columnKinds.boolean
  if (typeof value === 'string') return columnKinds.text
  return Array.isArray(value) ? columnKinds.list : columnKinds.map
}
