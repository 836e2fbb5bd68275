import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { fillTemplate } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'
import { isMap, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { bridgeId, bridgeState } from '#features/integration/bridges/bridge-state.ts'
import { flowNodes } from '#features/integration/flows/messages/flows.ts'
import { labActions as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { readOutput } from './compare-outputs.ts'
import classes from './rule-lab.module.css'

/** The maximum number of characters of the output, because a template may contain it many times. */
const longestOutput = 64 * 1024
const mostRendered = 20

interface RenderedActionsProps {
  readonly actions: readonly RuleAction[]
  /** The output as JSON: a row, or the rows of FOREACH. */
  readonly output: string
}

/** Renders what the actions of the form would receive from a result. Nothing is sent. */
export function RenderedActions({ actions, output }: RenderedActionsProps) {
  const rows = useMemo(() => (output.length > longestOutput ? [] : rowsIn(output)), [output])
  const distinct = [...new Map(actions.map((action) => [JSON.stringify(action), action]))]
  const [row] = rows
  if (row === undefined || distinct.length === 0) return null
  return (
    <>
      <div className={classes['bar']}>
        <h3 className={classes['head']}>{m.title}</h3>
        <span className={classes['dim']}>
          {rows.length === 1 ? m.notSent : m.firstOf(formatNumber(rows.length))}
        </span>
      </div>
      <ul aria-label={m.title} className={classes['rendered']}>
        {distinct.slice(0, mostRendered).map(([key, action]) => (
          <li key={key}>
            <Rendered action={action} row={row} />
          </li>
        ))}
      </ul>
      {distinct.length > mostRendered && (
        <p className={classes['note']}>{m.more(formatNumber(distinct.length - mostRendered))}</p>
      )}
    </>
  )
}

/** The limit in code units: `Verbatim` shows fewer. */
const longestShown = 4_000

function rowsIn(output: string): readonly TermMap[] {
  const term = readOutput(output)?.term
  return (Array.isArray(term) ? term : [term]).filter((one) => isMap(one))
}

function Rendered({ action, row }: { readonly action: RuleAction; readonly row: TermMap }) {
  if (typeof action === 'string') return <Fares id={action} />
  if (action.function === 'console') return flowNodes.console
  const { topic, payload } = action.args
  return (
    <>
      <span>{flowNodes.republish}</span>
      <Verbatim text={fillTemplate(topic, row, longestShown)} mono wrap />
      <span className={classes['dim']}>
        <Verbatim
          text={payload === '' ? encodeJson(row) : fillTemplate(payload, row, longestShown)}
          mono
          wrap
        />
      </span>
    </>
  )
}

/**
 * Shows the state of an action, whose template only the broker can render: whether it would receive anything at all.
 */
function Fares({ id }: { readonly id: string }) {
  const { data } = useQuery({ ...readSummaries('action', { pollSeconds: 10 }), retry: false })
  const found = data?.find((one) => bridgeId(one) === id)
  const { kind, word } =
    found === undefined ? ({ kind: 'bad', word: m.missing } as const) : bridgeState(found)
  return (
    <>
      <Verbatim text={id} mono wrap />
      {data !== undefined && <Status kind={kind}>{word}</Status>}
    </>
  )
}
