import { existsSync } from 'node:fs'
import { findUnrestorable } from '@brokerdeck/console/compare/bring-back.ts'
import type { Comparable } from '@brokerdeck/console/compare/compare-sides.ts'
import { isGatewayListener } from '@brokerdeck/console/compare/gateway-parts.ts'
import { takeShown } from '@brokerdeck/console/compare/map-texts.ts'
import { unmaskConfig } from '@brokerdeck/console/compare/masked-config.ts'
import { kindNames, promotionPlan as m } from '@brokerdeck/console/compare/messages.ts'
import { findConnector } from '@brokerdeck/console/compare/promotion-needs.ts'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import { findUndoRequest } from '@brokerdeck/console/compare/promotion-requests.ts'
import { endsCheck, orderUndo, undoSteps } from '@brokerdeck/console/compare/promotion-run.ts'
import { readThing } from '@brokerdeck/console/compare/read-side.ts'
import type { Entry } from '@brokerdeck/console/compare/send-in-order.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import { guardLog, type LoggedStep, readApplyLog, resumeApplyLog } from './apply-log.ts'
import { type Consent, readClusterName, seekConsent } from './consent.ts'
import { type ClusterAccess, type OpenCluster, openCluster } from './open-cluster.ts'
import { countRequests, printEntry, printFault, STOPPING } from './print-plan.ts'

export interface UndoOptions extends Consent {
  readonly cluster: ClusterAccess
  readonly log: string
  readonly write: (text: string) => Promise<void>
  readonly note: (text: string) => void
  readonly untilStopped: () => Promise<void>
}

/**
 * Reverts the changes in a log. Resolves with 0 if all are reverted, with 1 if a change stays. Throws if nothing was
 * sent.
 */
export async function runUndo(options: UndoOptions): Promise<0 | 1> {
  const logged = await readApplyLog(options.log)
  if (logged.cluster !== options.cluster.broker)
    throw new StartError(
      'BAD_LOG',
      `nothing was sent: the log is of ${JSON.stringify(printable(logged.cluster))}; give that address`,
    )
  const here = await openCluster(options.cluster)
  try {
    const clusterName = await readClusterName(here, options)
    const undoable = logged.steps.filter(({ isUndoable }) => isUndoable)
    const alone: Restored[] = []
    for (const one of undoable) alone.push(await restore(here, one))
    const restored = withUnconnected(alone)
    const unrestored = restored.filter(({ isLost }) => isLost)
    const lost = unrestored.map(({ step }) => step)
    const steps = restored.flatMap(({ step, isLost }) => (isLost ? [] : [step]))
    await options.write(printUndo(here.name, steps, unrestored))
    const isWhole = lost.length === 0
    if (steps.length === 0) return isWhole ? 0 : 1
    await seekConsent(`Take back ${countRequests(steps.length)} on ${here.name}?`, clusterName, options)
    const controller = new AbortController()
    const resumed = resumeApplyLog(
      options.log,
      logged.wholeBytes,
      logged.steps.map((one) => restored.find(({ of }) => of === one)?.step ?? one.step),
    )
    const log = guardLog(resumed, () => controller.abort())
    void options.untilStopped().then(() => {
      controller.abort()
      options.note(STOPPING)
    })
    /** The last outcome of each step. */
    const outcomes = new Map<Step, Entry['outcome']>()
    const run = {
      steps,
      stopsAtFirst: false,
      signal: controller.signal,
      ask: here.ask,
      explain: async (error: unknown) => here.explain(error),
      onSend: (step: Step) => log.send(step, true),
      onEntry: (entry: Entry) => {
        log.came(entry)
        outcomes.set(entry.step, entry.outcome)
        options.note(printEntry(entry))
      },
    }
    const made = new Map<Step, Comparable | null | undefined>(restored.map(({ step, of }) => [step, of.made]))
    const openListener = lost.find(
      (one) => (one.kind === 'listeners' || isGatewayListener(one)) && one.deed !== 'delete',
    )?.id
    const lostCheck = lost.find(endsCheck)?.id
    await undoSteps(run, made, openListener, lostCheck).finally(log.close)
    options.note(printFault(log.findFault()))
    const done = [...outcomes.values()].filter((outcome) => outcome === 'done').length
    await options.write(`${done} of ${countRequests(steps.length)} taken back.\n`)
    return isWhole && done === steps.length && log.findFault() === undefined ? 0 : 1
  } finally {
    await here.close()
  }
}

interface Restored {
  readonly of: LoggedStep
  readonly step: Step
  readonly isLost: boolean
  /** The lost connector that this step depends on, so that it is lost as well. */
  readonly connector?: string
}

/**
 * Prepares a step for undo. The log contains no secrets, so the present values are used instead. If a secret has no
 * present value, the step is lost. Throws if the present values cannot be read.
 */
async function restore({ ask, name, explain }: OpenCluster, of: LoggedStep): Promise<Restored> {
  const { step } = of
  if (step.before === undefined) return { of, step, isLost: false }
  const now = await readThing(ask, step.kind, step.id).catch((error: unknown) => {
    throw new StartError('NOT_APPLIED', `nothing was sent: ${name}: ${explain(error)}`)
  })
  // An object that was created again meanwhile is compared with the logged one, and needs no secret.
  if (step.deed === 'delete')
    return { of, step, isLost: now === undefined && findUnrestorable(step).length > 0 }
  const { settings } = takeShown(step.before, step.referred ?? [], now?.settings)
  const { document, unknown } = unmaskConfig(settings, now?.settings ?? {})
  const isLost = unknown.some((path) => !step.removed.includes(path))
  return { of, step: { ...step, before: document }, isLost }
}

/** Also marks the actions and sources whose connector is lost. */
function withUnconnected(restored: readonly Restored[]): readonly Restored[] {
  const gone = restored.flatMap(({ step: { kind, id, deed }, isLost }) =>
    isLost && kind === 'connectors' && deed === 'delete' ? [id] : [],
  )
  return restored.map((one) => {
    const connector = findConnector(one.step, one.step.before ?? {})
    const isWithIt = !one.isLost && connector !== undefined && gone.includes(connector)
    return isWithIt ? { ...one, isLost: true, connector } : one
  })
}

function printUndo(here: string, steps: readonly Step[], lost: readonly Restored[]): string {
  const formatStep = ({ kind, id }: Step) => `${kindNames[kind]} ${printable(id, 120)}`
  const isSecret = ({ before, toType, removed }: Step) =>
    before !== undefined && toType.length + removed.length > 0
  const lines = [
    steps.length === 0
      ? 'Nothing to take back.'
      : `${countRequests(steps.length)} to ${here}, in this order:`,
    ...orderUndo(steps).map((step, at) => {
      const { method, path } = findUndoRequest(step)
      return `${at + 1}. ${formatStep(step)}: ${method} ${printable(path, 200)}`
    }),
    ...(steps.some(({ kind, deed }) => kind === 'listeners' && deed !== 'delete') ? [m.undoListeners] : []),
    ...(steps.some(({ kind }) => kind === 'retained') ? [m.undoRetained] : []),
    ...(steps.some(isSecret) ? [m.undoSecrets] : []),
    ...steps.flatMap(({ secretFile }) =>
      secretFile === undefined || !existsSync(secretFile)
        ? []
        : [`${printable(secretFile, 300)} stays. What is in it is of no use once its key is deleted.`],
    ),
    ...lost.map(({ step, connector }) => {
      const stays = `Stays ${step.deed === 'delete' ? 'deleted' : 'as it is'}: ${formatStep(step)}.`
      if (connector !== undefined)
        return `${stays} Its connector ${printable(connector, 120)} does not come back.`
      if (step.kind === 'api-keys' && step.deed === 'delete')
        return `${stays} The broker would give it another secret: create it by hand.`
      return step.deed === 'delete'
        ? `${stays} Its secret is not known: create it with ${printable(findUnrestorable(step).join(', '))}.`
        : `${stays} What it was has a secret that is not known.`
    }),
  ]
  return `${lines.join('\n')}\n`
}
