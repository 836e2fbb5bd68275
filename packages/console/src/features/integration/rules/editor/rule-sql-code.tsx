import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { topics } from '@brokerdeck/contract/traffic/topics.ts'
import { knownEvents } from '@brokerdeck/languages/rule-sql/event-columns.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { printStatement } from '@brokerdeck/languages/rule-sql/print-statement.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import { EditorView } from '@codemirror/view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { ruleEditor as m } from '#features/integration/rules/messages/rule-editor.ts'
import { CodeEditor, type CodeEditorProps } from '#kit/code-editor/code-editor.tsx'
import { Status } from '#ui/status.tsx'
import classes from './rule-sql-code.module.css'
import { ruleSql } from './rule-sql-language.ts'
import { noteSurroundings } from './rule-sql-notes.ts'
import { type Tried, tried, valueGutter } from './value-gutter.ts'

function format(text: string): string | undefined {
  const parsed = parseStatement(text)
  return 'fault' in parsed ? undefined : printStatement(parsed.statement)
}

/** What is offered need not be all there is, nor the newest: a page of each, asked for once. */
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
const some = { query: { page: '1', limit: '1000' } }

/** Topics that somebody subscribes to or that keep a message; none where the broker does not say. */
function useKnownTopics(): { readonly topics: readonly string[]; readonly hasAll: boolean } {
  const { data: routes } = useQuery({ ...read(topics.list, some), ...once })
  const { data: retained } = useQuery({ ...read(retainer.listMessages, some), ...once })
  return useMemo(() => {
    const all = [...(routes?.data ?? []), ...(retained?.data ?? [])]
    const names = new Set(all.map(({ topic }) => parseShared(topic).filter))
    return {
      topics: [...names].filter(canBeQuoted),
      hasAll: [routes, retained].every((page) => page !== undefined && !hasNextPage(page.meta)),
    }
  }, [routes, retained])
}

/** As they stand in FROM; undefined where the broker does not say. */
function useKnownSources(): readonly string[] | undefined {
  const { data } = useQuery({ ...readSummaries('source'), ...once })
  return useMemo(() => data?.map(({ type, name }) => `$bridges/${type}:${name}`).filter(canBeQuoted), [data])
}

/** Within quotes of FROM there is no way to write them. */
const canBeQuoted = (topic: string) => !/["\n]/.test(topic)

export interface RuleSqlCodeProps
  extends Pick<
    CodeEditorProps,
    'ref' | 'value' | 'onChange' | 'label' | 'faultId' | 'isReadOnly' | 'selected'
  > {
  /** Of the message that the statement is tried on. */
  readonly tried?: Tried | undefined
  /** Nobody has chosen what it names: a hint that nothing matches it would be about nothing. */
  readonly isFresh?: boolean
}

/** Characters. With more of them each key would wait for what follows from it. */
const longestRead = 100_000

/** Characters without an end of line: a browser takes long to break a line of so many. */
const longLine = /[^\n]{10000}/

/** The editor of a statement, with all that comes with it; of a very long one only the text. */
export function RuleSqlCode({ tried: given, isFresh = false, ...props }: RuleSqlCodeProps) {
  const { data: told } = useQuery({ ...read(rules.events, {}), ...once })
  const events = useMemo(
    () => told?.map(({ event, columns }) => ({ topic: event, columns })) ?? knownEvents,
    [told],
  )
  const known = useKnownTopics()
  const sources = useKnownSources()
  const client = useQueryClient()
  const sample = given?.columns
  const around = useMemo(
    () =>
      noteSurroundings.of({
        events,
        sample,
        sources,
        client,
        topics: known.topics,
        hasAllTopics: known.hasAll && !isFresh,
      }),
    [events, sample, sources, client, known, isFresh],
  )
  const isLong = props.value.length > longestRead
  const isWrapped = !isLong || !longLine.test(props.value)
  const language = useMemo(
    () => [
      isWrapped ? EditorView.lineWrapping : [],
      isLong ? [] : [ruleSql, around, given === undefined ? [] : [valueGutter, tried.of(given)]],
    ],
    [isWrapped, isLong, around, given],
  )
  return (
    <>
      <CodeEditor {...props} language={language} {...(isLong ? {} : { format })} />
      {isLong && (
        <div className={classes['note']}>
          <Status kind="unknown" wraps>
            {m.plainText(longestRead)}
          </Status>
        </div>
      )}
    </>
  )
}
