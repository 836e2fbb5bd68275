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

/** The offers need not be complete or up to date: one page of each list is requested once. */
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
const some = { query: { page: '1', limit: '1000' } }

/** Returns topics that have subscribers or a retained message; empty if the broker does not list them. */
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

/** Returns the sources as they stand in FROM; undefined if the broker does not list them. */
function useKnownSources(): readonly string[] | undefined {
  const { data } = useQuery({ ...readSummaries('source'), ...once })
  return useMemo(() => data?.map(({ type, name }) => `$bridges/${type}:${name}`).filter(canBeQuoted), [data])
}

/** These characters cannot be written within quotes in FROM. */
const canBeQuoted = (topic: string) => !/["\n]/.test(topic)

export interface RuleSqlCodeProps
  extends Pick<
    CodeEditorProps,
    'ref' | 'value' | 'onChange' | 'label' | 'faultId' | 'isReadOnly' | 'selected'
  > {
  /** The results for the message that the statement is tested with. */
  readonly tried?: Tried | undefined
  /**
   * Set for a default statement: the user did not choose its sources, so a hint that nothing matches them would be
   * pointless.
   */
  readonly isFresh?: boolean
}

/** The maximum number of characters that are parsed: with more, each keystroke would wait for the analysis. */
const longestRead = 100_000

/** The number of characters without a line break for which a browser takes long to lay out the line. */
const longLine = /[^\n]{10000}/

/** The editor of a statement with all its tools; a very long statement is shown as plain text only. */
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
