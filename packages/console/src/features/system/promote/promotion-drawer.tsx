import { useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { currentSession } from '#api/session.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Meter } from '#ui/meter.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Tag } from '#ui/tag.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { entryNames, promotion as m } from '../messages/promote.ts'
import type { Compared, Kind } from './compare-sides.ts'
import classes from './promote.module.css'
import {
  isPromotable,
  type Known,
  type Plan,
  planOf,
  promotable,
  type Step,
  secretKey,
  type Typed,
} from './promotion-plan.ts'
import { applySteps, type Entry, undoSteps } from './promotion-run.ts'
import { RequestPlan, Secrets } from './request-plan.tsx'
import { type ComparedKind, type OtherSide, useComparison } from './use-comparison.ts'

interface PromotionDrawerProps {
  readonly side: OtherSide
  readonly here: string
  readonly chosen: readonly (Compared & { readonly kind: Kind })[]
  readonly onClose: () => void
}

/** From a choice to what is sent for it, what came of it, and back. */
export function PromotionDrawer({ side, here, chosen, onClose }: PromotionDrawerProps) {
  // Also what was not compared: what is chosen may need it.
  const compared = useComparison(side, promotable)
  const failure = compared.kinds.find(({ result }) => result?.state === 'failed')?.result
  const known = knownOf(compared.kinds)
  if (failure?.state === 'failed') {
    return (
      <DrawerShell isOpen onClose={onClose} title={m.title(here)} size={720}>
        <ErrorState {...describeError(failure.error)} onRetry={() => void compared.refetch()} />
      </DrawerShell>
    )
  }
  if (known === undefined) {
    return (
      <DrawerShell isOpen onClose={onClose} title={m.title(here)} size={720}>
        <Skeleton height={240} />
      </DrawerShell>
    )
  }
  const wanted = chosen.flatMap(({ kind, id }) => (isPromotable(kind) ? [{ kind, id }] : []))
  const plan = planOf(known, wanted, side.isPart)
  const planned = plan.steps.filter(({ neededBy }) => neededBy === undefined).length
  return <Promotion {...{ plan, here, onClose }} there={side.name} left={chosen.length - planned} />
}

function knownOf(kinds: readonly ComparedKind[]): Known | undefined {
  const all = (kind: Kind) => {
    const { result } = kinds.find((one) => one.kind === kind) ?? {}
    return result === undefined || result.state === 'failed' ? undefined : result.all
  }
  const [connectors, actions, sources, rules] = promotable.map(all)
  if (!connectors || !actions || !sources || !rules) return undefined
  return { connectors, actions, sources, rules }
}

interface PromotionProps {
  readonly plan: Plan
  readonly here: string
  readonly there: string
  /** Chosen and not in the plan. */
  readonly left: number
  readonly onClose: () => void
}

function Promotion({ plan, here, there, left, onClose }: PromotionProps) {
  const [typed, setTyped] = useState<Typed>(new Map())
  const [stopsAtFirst, setStopsAtFirst] = useState(true)
  const { entries, running, apply, undo, undoable } = usePromotion(plan, typed, stopsAtFirst, here)
  useLeaveGuard(running !== undefined)
  const { steps } = plan
  const isTyped = steps.every((step) => step.toType.every((path) => typed.get(secretKey(step, path))))
  const whyNot = whyNoWrite() ?? (steps.length === 0 ? m.whyNothing : isTyped ? undefined : m.whySecrets)
  const save = () => {
    const lines = entries.map(({ step: _, ...entry }) => entry)
    const protocol = { from: there, to: here, by: currentSession()?.username, requests: lines }
    saveFile('promotion.json', `${JSON.stringify(protocol, null, 2)}\n`, 'application/json')
  }
  const hasBegun = entries.length > 0 || running !== undefined
  const footer = hasBegun ? (
    <>
      <Button disabledReason={running && m.progress} onClick={save}>
        {m.save}
      </Button>
      <Button
        disabledReason={running === undefined ? (undoable.length > 0 ? undefined : m.whyNoUndo) : m.progress}
        onClick={undo}
      >
        {m.undo}
      </Button>
      {running === undefined ? (
        <Button variant="primary" onClick={onClose}>
          {m.close}
        </Button>
      ) : (
        <Button onClick={running.stop}>{m.stop}</Button>
      )}
    </>
  ) : (
    <Button variant="primary" disabledReason={whyNot} onClick={apply}>
      {m.apply(steps.length)}
    </Button>
  )
  return (
    <DrawerShell
      isOpen
      size={720}
      title={m.title(here)}
      onClose={() => running === undefined && onClose()}
      footer={footer}
    >
      <div className={classes['fields']}>
        {hasBegun ? (
          <Protocol entries={entries} running={running} />
        ) : (
          <>
            <RequestPlan plan={plan} here={here} there={there} left={left} />
            <Secrets steps={steps} typed={typed} onChange={setTyped} />
            <label htmlFor="stop-at-first" className={classes['kind']}>
              <Checkbox id="stop-at-first" checked={stopsAtFirst} onChange={setStopsAtFirst} />
              {m.stopAtFirst}
            </label>
          </>
        )}
      </div>
    </DrawerShell>
  )
}

interface Running {
  readonly total: number
  /** How many entries there were before. */
  readonly from: number
  readonly stop: () => void
}

function usePromotion(plan: Plan, typed: Typed, stopsAtFirst: boolean, here: string) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [running, setRunning] = useState<Running>()
  const undoable = plan.steps.filter((step) => {
    const of = entries.filter((entry) => entry.step.kind === step.kind && entry.step.id === step.id)
    const isMade = of.some(
      ({ isUndo, outcome }) => !isUndo && ['done', 'differs', 'unknown'].includes(outcome),
    )
    return isMade && !of.some(({ isUndo, outcome }) => isUndo && outcome === 'done')
  })
  const run = async (steps: readonly Step[], isUndo: boolean) => {
    const controller = new AbortController()
    setRunning({ total: steps.length, from: entries.length, stop: () => controller.abort() })
    const onEntry = (entry: Entry) => setEntries((before) => [...before, entry])
    const given = { steps, stopsAtFirst, onEntry, signal: controller.signal }
    await (isUndo ? undoSteps(given) : applySteps(given, typed))
    setRunning(undefined)
  }
  const apply = async () => {
    const question = { title: m.confirmTitle(here), body: m.confirmBody, action: m.confirm }
    if (await confirm({ ...question, cutsConnections: true })) await run(plan.steps, false)
  }
  const undo = async () => {
    const lost = undoable.some(
      ({ before, toType, removed }) => before !== undefined && toType.length + removed.length > 0,
    )
    const body = (
      <>
        <p>{m.undoBody}</p>
        {lost && <p>{m.undoSecrets}</p>}
      </>
    )
    const question = { title: m.undoTitle, body, action: m.undo }
    if (await confirm({ ...question, danger: true, cutsConnections: true })) await run(undoable, true)
  }
  return { entries, running, undoable, apply: () => void apply(), undo: () => void undo() }
}

const shapes: Readonly<Record<Entry['outcome'], StatusKind>> = {
  done: 'ok',
  differs: 'warn',
  refused: 'bad',
  unknown: 'unknown',
  'not-sent': 'off',
}

interface ProtocolProps {
  readonly entries: readonly Entry[]
  readonly running: Running | undefined
}

function Protocol({ entries, running }: ProtocolProps) {
  const done = entries.length - (running?.from ?? 0)
  return (
    <>
      {running !== undefined && (
        <div role="status">
          <Meter size="wide" label={m.progress} value={done / running.total} />
          {m.running(done, running.total)}
        </div>
      )}
      <ol className={classes['steps']} aria-label={m.protocol}>
        {entries.map((entry) => (
          <li key={`${entry.isUndo} ${entry.step.kind} ${entry.step.id} ${entry.at}`}>
            <span className={classes['step']}>
              <Status kind={shapes[entry.outcome]}>{entryNames[entry.outcome]}</Status>
              {entry.isUndo && <Tag>{m.undoOf}</Tag>}
              <code>{`${entry.method} ${visibleText(entry.path, 200)}`}</code>
              <Verbatim text={entry.step.id} mono wrap />
            </span>
            {entry.message !== undefined && (
              <span className={classes['note']}>
                <Verbatim
                  text={entry.outcome === 'differs' ? m.fieldsDiffer(entry.message) : entry.message}
                  wrap
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
