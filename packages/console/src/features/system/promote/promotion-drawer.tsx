import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshAfter } from '#api/connection.ts'
import { describeError } from '#api/errors.ts'
import { explainError } from '#api/failure-cause/explain-error.ts'
import { read, whyClosed, whyNoWrite } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { type Compared, type Kind, kinds } from '#compare/compare-sides.ts'
import { promotionPlan as planned } from '#compare/messages.ts'
import { findNeededKinds, related } from '#compare/promotion-needs.ts'
import {
  type ComparedKinds,
  makePlan,
  mostSteps,
  mostTyped,
  type Plan,
  type Step,
  secretKey,
  type TypedSecrets,
} from '#compare/promotion-plan.ts'
import { isOrder } from '#compare/promotion-requests.ts'
import { applySteps, undoSteps } from '#compare/promotion-run.ts'
import type { Entry } from '#compare/send-in-order.ts'
import { type Live, listStepFacts } from '#compare/step-facts.ts'
import { dashboardImpact } from '#features/system/dashboard-settings/dashboard-impact.ts'
import { promotion as m } from '#features/system/messages/promote.ts'
import { addLabel } from '#i18n/sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import classes from './promote.module.css'
import { PromotionLog, type RunningPromotion } from './promotion-log.tsx'
import { RequestPlan, Secrets } from './request-plan.tsx'
import { askCluster, type ComparedKind, type OtherSide, useComparison } from './use-comparison.ts'

interface PromotionDrawerProps {
  readonly side: OtherSide
  readonly here: string
  readonly chosen: readonly (Compared & { readonly kind: Kind })[]
  /** A promotion that has begun can be closed and keeps its log and its undo. */
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: (hasBegun: boolean) => void
}

/** Plans the requests for the chosen objects, sends them, shows the results, and can undo them. */
export function PromotionDrawer({ side, here, chosen, isOpen, onOpen, onClose }: PromotionDrawerProps) {
  const [first, setFirst] = useState<ComparedKinds>()
  // Kinds that were not compared are included, because the chosen objects may need them. A chain with one member has
  // no order to compare, so its member is requested.
  const unordered = chosen.filter((one) => isOrder(one) && one.held === undefined)
  const needed = [
    ...new Set([...findNeededKinds(chosen.map(({ kind }) => kind)), ...unordered.map(({ kind }) => kind)]),
  ]
  const compared = useComparison(side, first === undefined ? needed : [])
  const failure = compared.kinds.find(({ result }) => result?.state === 'failed')?.result
  const known = first ?? collectKnown(compared.kinds, chosen)
  // A later comparison does not change the plan.
  if (first === undefined && known !== undefined) setFirst(known)
  if (failure?.state === 'failed') {
    return (
      <DrawerShell isOpen onClose={() => onClose(false)} title={m.title(here)} size={720}>
        <ErrorState {...describeError(failure.error)} onRetry={() => void compared.refetch()} />
      </DrawerShell>
    )
  }
  if (known === undefined) {
    return (
      <DrawerShell isOpen onClose={() => onClose(false)} title={m.title(here)} size={720}>
        <Skeleton height={240} />
      </DrawerShell>
    )
  }
  const about = { known, chosen, here, isOpen, onOpen, onClose }
  return <Promotion {...about} there={side.name} isPart={side.isPart} />
}

/** Returns the chosen objects and all objects that they may need; undefined until these are known. */
function collectKnown(
  compared: readonly ComparedKind[],
  chosen: PromotionDrawerProps['chosen'],
): ComparedKinds | undefined {
  const read = compared.flatMap(({ kind, result }) =>
    result === undefined || result.state === 'failed' ? [] : [[kind, result.all] as const],
  )
  if (read.length < compared.length) return undefined
  const given = kinds.map((kind) => [kind, chosen.filter((one) => one.kind === kind)] as const)
  return Object.fromEntries([...given, ...read])
}

interface PromotionProps extends Omit<PromotionDrawerProps, 'side'> {
  readonly known: ComparedKinds
  readonly there: string
  readonly isPart: boolean
}

function Promotion({ known, chosen, here, there, isPart, isOpen, onOpen, onClose }: PromotionProps) {
  // The plan is made once, so that exactly the displayed requests are sent, and the sent requests are undone.
  const [plan] = useState(() => {
    const isRetainedClosed = (whyClosed('publish') ?? whyClosed('payloads')) !== undefined
    const hasRoles = editionNumber(currentSession()?.edition ?? '') === 1
    // The secret of a new key would be lost when the user leaves the page.
    const keys = { keepsSecrets: false, hasRoles, used: new Set<string>() }
    return makePlan(known, chosen, { isPart, isRetainedClosed, keys })
  })
  const live = useLive(plan)
  const cutting = plan.steps.flatMap((step) =>
    listStepFacts(step, live).flatMap(({ text, cuts }) => (cuts ? [addLabel(step.id, text)] : [])),
  )
  const [typed, setTyped] = useState<TypedSecrets>(new Map())
  const [stopsAtFirst, setStopsAtFirst] = useState(true)
  const { entries, running, apply, undo, undoable } = usePromotion(plan, {
    typed,
    stopsAtFirst,
    here,
    cutting,
  })
  // The promotions can be undone from this page only, so leaving it is guarded.
  useLeaveGuard(
    running !== undefined || undoable.length > 0,
    ({ current, next }) => current.pathname !== next.pathname,
  )
  const { steps } = plan
  const isTyped = steps.every((step) => step.toType.every((path) => typed.get(secretKey(step, path))))
  const tooMuch = whyTooMuch(plan)
  const disabledReason =
    whyNoWrite() ?? (steps.length === 0 ? m.whyNothing : (tooMuch ?? (isTyped ? undefined : m.whySecrets)))
  const save = () => {
    const lines = entries.map(({ step, found: _, ...entry }) => ({ name: step.id, ...entry }))
    const protocol = { from: there, to: here, by: currentSession()?.username, requests: lines }
    saveFile('promotion.json', `${JSON.stringify(protocol, null, 2)}\n`, 'application/json')
  }
  const hasBegun = entries.length > 0 || running !== undefined
  if (!isOpen)
    return hasBegun ? (
      <li className={classes['step']}>
        {m.past(there, entries.filter(({ isUndo }) => !isUndo).length, undoable.length)}
        <Button size="small" onClick={onOpen}>
          {m.openLog}
        </Button>
      </li>
    ) : null
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
        <Button variant="primary" onClick={() => onClose(true)}>
          {m.close}
        </Button>
      ) : (
        <Button onClick={running.stop}>{m.stop}</Button>
      )}
    </>
  ) : (
    <Button variant="primary" disabledReason={disabledReason} onClick={apply}>
      {m.apply(steps.length)}
    </Button>
  )
  return (
    <DrawerShell
      isOpen
      size={720}
      title={m.title(here)}
      onClose={() => running === undefined && onClose(hasBegun)}
      footer={footer}
    >
      <div className={classes['fields']}>
        {hasBegun ? (
          <PromotionLog entries={entries} running={running} />
        ) : (
          <>
            {tooMuch !== undefined && (
              <Status kind="bad" wraps>
                {tooMuch}
              </Status>
            )}
            <RequestPlan plan={plan} here={here} there={there} live={live} />
            {tooMuch === undefined && <Secrets steps={steps} typed={typed} onChange={setTyped} />}
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

/** Returns the reason if a plan has more steps or secrets than a user can be expected to read, type or wait for. */
function whyTooMuch({ steps }: Plan): string | undefined {
  if (steps.length > mostSteps) return planned.tooManySteps(steps.length, mostSteps)
  const typed = steps.reduce((sum, { toType }) => sum + toType.length, 0)
  return typed > mostTyped ? m.tooManySecrets(typed, mostTyped) : undefined
}

async function explainRefusal(error: unknown): Promise<string> {
  const { title, detail = title } = await explainError(error)
  return detail
}

interface UsePromotionOptions {
  readonly typed: TypedSecrets
  readonly stopsAtFirst: boolean
  readonly here: string
  /** The descriptions of the steps that interrupt connections. */
  readonly cutting: readonly string[]
}

function usePromotion(plan: Plan, { typed, stopsAtFirst, here, cutting }: UsePromotionOptions) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [running, setRunning] = useState<RunningPromotion>()
  const undoable = plan.steps.filter((step) => {
    const of = entries.filter((entry) => entry.step === step)
    const isMade = of.some(
      ({ isUndo, outcome }) => !isUndo && ['done', 'differs', 'unknown'].includes(outcome),
    )
    return isMade && of.findLast(({ isUndo }) => isUndo)?.outcome !== 'done'
  })
  const run = async (steps: readonly Step[], isUndo: boolean) => {
    const controller = new AbortController()
    setRunning({ total: steps.length, from: entries.length, stop: () => controller.abort() })
    const onEntry = (entry: Entry) => setEntries((before) => [...before, entry])
    // An undo does not stop at the first error, because one refused step would block the undo of all earlier steps.
    const given = {
      ask: askCluster(),
      explain: explainRefusal,
      signal: controller.signal,
      steps,
      stopsAtFirst: stopsAtFirst && !isUndo,
      onEntry,
    }
    // A document that an undo put back is newer than the one that the promotion wrote.
    const made = entries.flatMap(({ isUndo: isOf, step, outcome, found }) => {
      if (!isOf) return [[step, found] as const]
      return outcome === 'left' && found !== undefined ? [[step, found ?? undefined] as const] : []
    })
    await refreshAfter(() => (isUndo ? undoSteps(given, new Map(made)) : applySteps(given, typed)))
    setRunning(undefined)
  }
  const apply = async () => {
    const isRelated = plan.steps.some(({ kind }) => related.some((one) => one === kind))
    const body = (
      <>
        <p>{isRelated ? planned.confirmBody : planned.confirmSettings}</p>
        {cutting.slice(0, 10).map((text) => (
          <p key={text}>{visibleText(text, 400)}</p>
        ))}
        {cutting.length > 10 && <p>{m.moreCutting(cutting.length - 10)}</p>}
      </>
    )
    const question = { title: m.confirmTitle(here), body, action: m.confirm }
    if (await confirm({ ...question, interrupts: 'connections' })) await run(plan.steps, false)
  }
  const undo = async () => {
    const lost = undoable.some(
      ({ before, toType, removed }) => before !== undefined && toType.length + removed.length > 0,
    )
    const body = (
      <>
        <p>{m.undoBody}</p>
        <p>{m.undoLeaves}</p>
        {undoable.some(({ kind }) => kind === 'listeners') && <p>{planned.undoListeners}</p>}
        {undoable.some(({ kind }) => kind === 'retained') && <p>{planned.undoRetained}</p>}
        {lost && <p>{planned.undoSecrets}</p>}
      </>
    )
    const question = { title: m.undoTitle, body, action: m.undo }
    if (await confirm({ ...question, danger: true, interrupts: 'connections' })) await run(undoable, true)
  }
  return { entries, running, undoable, apply: () => void apply(), undo: () => void undo() }
}

function useLive({ steps }: Plan): Live {
  const isAbout = (kind: Kind) => steps.some((step) => step.kind === kind)
  const { data: all } = useQuery({ ...read(listeners.list, {}), enabled: isAbout('listeners') })
  const { data: now } = useQuery({ ...read(monitor.current, {}), enabled: isAbout('settings') })
  return {
    countConnections: (id) => all?.find((one) => one.id === id)?.status.current_connections,
    connected: now?.live_connections,
    dashboardImpact,
  }
}
