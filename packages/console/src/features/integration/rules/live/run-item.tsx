import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { formatInstant } from '#domain/trace/format-instant.ts'
import {
  dryRun,
  runs as m,
  ruleFaults,
  ruleOutcomes,
} from '#features/integration/rules/messages/rule-live.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Tag } from '#ui/marks.tsx'
import { PayloadDocument } from '#ui/payload/payload-document.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { ActionState, Execution, Outcome, TraceLineText } from './read-executions.ts'
import classes from './rule-live.module.css'

/** Loaded lazily, because the texts of all causes are needed only once an action has failed. */
const FailureReason = lazy(async () => ({
  default: (await import('#resource/failure-cause/failure-reason.tsx')).FailureReason,
}))

interface RunItemProps {
  readonly run: Execution
}

const kinds: Readonly<Record<Outcome | ActionState, StatusKind>> = {
  passed: 'ok',
  success: 'ok',
  rendered: 'ok',
  running: 'connecting',
  noResult: 'off',
  discarded: 'warn',
  failed: 'bad',
  actionFailed: 'bad',
  requestExpired: 'bad',
  outOfService: 'bad',
  recursive: 'bad',
}

function formatActionState(state: ActionState): string {
  return state === 'failed' ? ruleOutcomes.actionFailed : ruleOutcomes[state]
}

/** Shows one run in a line; opened, it shows the path of the message through the statement and the actions. */
export function RunItem({ run }: RunItemProps) {
  // A dry run is open from the start, because the user who made it wants to see its result.
  const [isOpen, setOpen] = useState(run.isDry)
  const { outcome, startedAt, event, topic, clientid, node, isDry } = run
  return (
    <li className={classes['run']}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes['line']}>
          <Status kind={kinds[outcome]}>{ruleOutcomes[outcome]}</Status>
          {isDry && <Tag>{dryRun.title}</Tag>}
          <time title={formatDateTime(startedAt)} className={classes['time']}>
            {formatInstant(startedAt)}
          </time>
          <span className={classes['what']}>
            <Verbatim text={topic ?? event} mono />
          </span>
          {clientid !== undefined && (
            <span className={classes['who']}>
              <Verbatim text={clientid} mono />
            </span>
          )}
          <span className={classes['who']}>
            <Verbatim text={node} mono />
          </span>
        </summary>
        {isOpen && <Way run={run} />}
      </details>
    </li>
  )
}

/** Shows the input, the result of the statement, and the outcome of each action. */
function Way({ run }: RunItemProps) {
  const { input, startedAt, statement, statementAt, output, fault, actions } = run
  const statementKind = statement === 'result' ? 'passed' : statement
  return (
    <ol className={classes['way']}>
      <Step title={m.input} at={formatInstant(startedAt)}>
        <Shown said={input} />
      </Step>
      <Step
        title={m.statement}
        at={since(startedAt, statementAt)}
        state={<Status kind={kinds[statementKind]}>{ruleOutcomes[statementKind]}</Status>}
      >
        {fault !== undefined && <Reason title={faultName(fault.name)} reason={fault.reason} />}
        {output !== undefined && <Shown label={m.output} said={output} />}
      </Step>
      {actions.map((action, at) => (
        <Step
          // biome-ignore lint/suspicious/noArrayIndexKey: the same action runs once for each row, in this order
          key={at}
          title={<Verbatim text={action.name} mono wrap />}
          at={since(startedAt, action.endedAt)}
          state={<Status kind={kinds[action.state]}>{formatActionState(action.state)}</Status>}
        >
          {action.request !== undefined && <Shown label={m.request} said={action.request} />}
          {action.result !== undefined && <Shown label={m.response} said={action.result} />}
          {action.reason !== undefined && (
            <div className={classes['reason']}>
              <span className={classes['label']}>{m.reason}</span>
              <Suspense fallback={<Verbatim text={reasonText(action.reason)} mono wrap />}>
                <FailureReason raw={reasonText(action.reason)} />
              </Suspense>
            </div>
          )}
          {action.state === 'recursive' && <p className={classes['remark']}>{m.chain}</p>}
        </Step>
      ))}
      {statement === 'result' && actions.length === 0 && <li className={classes['remark']}>{m.noActions}</li>}
    </ol>
  )
}

function since(startedAt: number, at: number | undefined): string | undefined {
  return at === undefined ? undefined : m.took(formatDuration(Math.max(0, at - startedAt)))
}

const faultName = (name: string): string =>
  Object.entries(ruleFaults).find(([known]) => known === name)?.[1] ?? ruleFaults.other

interface StepProps {
  readonly title: ReactNode
  readonly at: string | undefined
  readonly state?: ReactNode
  readonly children: ReactNode
}

function Step({ title, at, state, children }: StepProps) {
  return (
    <li className={classes['step']}>
      <div className={classes['head']}>
        <span className={classes['title']}>{title}</span>
        {state}
        {at !== undefined && <span className={classes['time']}>{at}</span>}
      </div>
      {children}
    </li>
  )
}

interface ShownProps {
  readonly label?: string
  readonly said: TraceLineText
}

const encoder = new TextEncoder()

/** Shows what the broker logged there, as a document that can be opened. */
function Shown({ label, said }: ShownProps) {
  const json = useMemo(() => formatJson(said), [said])
  const bytes = useMemo(() => encoder.encode(json ?? ''), [json])
  if (json === undefined) return <p className={classes['remark']}>{m.notShown}</p>
  return (
    <div className={classes['said']}>
      <div className={classes['saidHead']}>
        {label !== undefined && <span className={classes['label']}>{label}</span>}
        <CopyButton text={json} {...(label !== undefined && { name: label })} />
      </div>
      <PayloadDocument bytes={bytes} form="json" known={undefined} look="lines" pathAction={undefined} />
    </div>
  )
}

function Reason({ title, reason }: { readonly title: string; readonly reason: unknown }) {
  return (
    <div className={classes['reason']}>
      <span className={classes['label']}>{title}</span>
      <Suspense fallback={<Verbatim text={reasonText(reason)} mono wrap />}>
        <FailureReason raw={reasonText(reason)} />
      </Suspense>
    </div>
  )
}

/** Shortens the broker's reason for a failure: an exception is shown without its kind and its stack. */
function reasonText(reason: unknown): string {
  if (typeof reason !== 'string') return JSON.stringify(reason) ?? ''
  const [, exception] = /^\{(?:error|throw|exit),([\s\S]*),\[(?:\{[\s\S]*\})?\]\}$/.exec(reason) ?? []
  return exception ?? reason
}

/** Formats the value of a line as JSON; integers keep all digits. Returns undefined if the line has no value. */
function formatJson({ line, key }: TraceLineText): string | undefined {
  const meta = getMember(readTerm(line), 'meta')
  const said = getMember(meta, key)
  return said === undefined ? undefined : resultJson(said)
}

function readTerm(line: string): Term {
  try {
    return decodeJson(line)
  } catch {
    // The value is nested too deeply or is not JSON: the raw line is still shown.
    return undefined
  }
}

const getMember = (term: Term, key: string): Term => (isMap(term) ? term.get(key) : undefined)
