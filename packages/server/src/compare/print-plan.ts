import {
  entryNames,
  kindNames,
  leftOut,
  promotionPlan as m,
  pruning as pruned,
} from '@brokerdeck/console/compare/messages.ts'
import { related } from '@brokerdeck/console/compare/promotion-needs.ts'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import {
  type ComparedIdentity,
  findWriteRequest,
  isOrder,
} from '@brokerdeck/console/compare/promotion-requests.ts'
import { listPruneFacts } from '@brokerdeck/console/compare/prune-plan.ts'
import type { Entry } from '@brokerdeck/console/compare/send-in-order.ts'
import { kindFacts, listStepFacts } from '@brokerdeck/console/compare/step-facts.ts'
import { printable } from '#lib/printable.ts'
import type { ApplyPlan } from './plan-apply.ts'
import { fieldLines } from './print-diff.ts'

/** The maximum number of lines about missing dependencies, and about objects that exist only here. */
const mostNoted = 50

const formatPaths = (paths: readonly string[]) => printable(paths.join(', '))

export const countRequests = (count: number): string => (count === 1 ? '1 request' : `${count} requests`)

/** Printed at the first Ctrl+C, because the command continues until its pending requests are answered. */
export const STOPPING = 'Stopping when what was sent is answered.\n'

/** Returns the question that is asked before any request is sent. */
export function askToSend(
  here: string,
  { plan: { steps }, pruning }: Pick<ApplyPlan, 'plan' | 'pruning'>,
): string {
  const count = steps.filter(isDeletion).length
  const deletions = count === 0 ? '' : `, ${countDeletions(count)} among them,`
  const warnings = pruning.warnings.map((one) => `${one} `).join('')
  return `${warnings}Send ${countRequests(steps.length)}${deletions} to ${here}?`
}

const isDeletion = ({ deed, isReplaced = false }: Step) => deed === 'delete' && !isReplaced
const countDeletions = (count: number) => (count === 1 ? '1 deletion' : `${count} deletions`)

/** Prints the requests that would be sent, in their order, with the notes on them. */
export function printPlan(here: string, there: string, applied: ApplyPlan): string {
  const { plan, pruning } = applied
  const { steps } = plan
  const lines = [
    steps.length === 0
      ? `Nothing to send${pruning.stays.length > 0 ? '.' : `: ${printable(here)} has what ${printable(there)} has.`}`
      : `${countRequests(steps.length)} to ${printable(here)}, in this order, to have what ${printable(there)} has:`,
    '',
    ...steps.flatMap((step, at) => stepLines(step, at + 1, applied)),
    ...noteLines(applied),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function stepLines(step: Step, number: number, { told, live }: ApplyPlan): readonly string[] {
  const {
    kind,
    id,
    deed,
    isReplaced = false,
    neededBy,
    removed,
    kept,
    files,
    secretFile,
    referred = [],
  } = step
  const { method, path } = findWriteRequest(step)
  const thing = told
    .find((one) => one.kind === kind)
    ?.things.find((one) => one.id === id && (deed === 'change' || isReplaced))
  const notes = [
    ...(neededBy === undefined ? [] : [m.neededBy(printable(neededBy, 80))]),
    ...(isDeletion(step) ? listPruneFacts(step, live) : listStepFacts(step, live)).map(
      ({ text, cuts }) => `${cuts ? '! ' : ''}${printable(text, 400)}`,
    ),
    ...(removed.length > 0 ? [`! ${m.removed(formatPaths(removed))}`] : []),
    ...(kept.length > 0 ? [m.kept(formatPaths(kept))] : []),
    ...(referred.length > 0 ? [`Taken from references: ${formatPaths(referred)}`] : []),
    ...(secretFile === undefined ? [] : [`Its secret is written to ${printable(secretFile, 300)}`]),
    ...(files.length > 0 ? [`! ${m.filesNamed(formatPaths(files))}`] : []),
  ]
  return [
    `${number}. ${m[deed]} ${kindNames[kind]} ${printable(id, 120)}: ${method} ${printable(path, 200)}`,
    ...(thing === undefined ? [] : fieldLines(thing)).map((line) => `   ${line}`),
    ...(isDeletion(step) ? ['   - only here'] : []),
    ...notes.map((note) => `   ${note}`),
    '',
  ]
}

function noteLines({ plan, pruning, told, silent, missing }: ApplyPlan): readonly string[] {
  const { steps } = plan
  const deletions = steps.filter(isDeletion)
  const sent = steps.filter((step) => !isDeletion(step))
  const isPruned = (one: ComparedIdentity) =>
    [...deletions, ...pruning.stays].some(({ kind, id }) => kind === one.kind && id === one.id) ||
    // A chain of which at most one element remains has no order.
    (isOrder(one) && deletions.some(({ kind }) => kind === one.kind))
  const stays = told.flatMap(({ kind, things }) =>
    things
      .filter(({ id, outcome }) => outcome === 'only-here' && !isPruned({ kind, id }))
      .map(({ id }) => `${kind} ${printable(id, 80)}`),
  )
  const needs = [
    ...plan.missing.map(({ neededBy, id }) => m.missing(printable(neededBy, 80), printable(id, 80))),
    ...plan.differing.map(({ neededBy, id }) => m.differing(printable(neededBy, 80), printable(id, 80))),
  ]
  const isFlow = sent.some(({ kind }) => related.some((one) => one === kind))
  const paragraphs = [
    plan.left.flatMap(({ kind, id, reason }) =>
      reason === 'nothing' ? [] : [m.leftOut(`${kind} ${printable(id, 80)}`, leftOut[reason])],
    ),
    cut(needs),
    sent.length === 0
      ? []
      : [isFlow ? m.confirmBody : m.confirmSettings, ...kindFacts({ ...plan, steps: sent })],
    deletions.length === 0 ? [] : [`${countDeletions(deletions.length)}. ${pruned.deletions}`],
    pruning.warnings.map((one) => `! ${one}`),
    pruning.stays.length === 0
      ? []
      : [
          'Only here, and not deleted:',
          ...cut(
            pruning.stays.map(
              ({ kind, id, reason }) => `  ${kind} ${printable(id, 80)}: ${printable(reason, 200)}`,
            ),
          ),
        ],
    stays.length === 0 ? [] : ['Only here, left as it is:', ...cut(stays.map((one) => `  ${one}`))],
    silent.length === 0
      ? []
      : [`Not spoken of, left as it is: ${silent.map((kind) => kindNames[kind]).join(', ')}.`],
    missing.length === 0 ? [] : ['Not given, and needed:', ...missing.map((one) => `  ${one}`)],
  ]
  return paragraphs.flatMap((lines) => (lines.length === 0 ? [] : [...lines, '']))
}

function cut(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostNoted
  return more > 0 ? [...lines.slice(0, mostNoted), `  and ${more} more`] : lines
}

/** Returns the message for a log that can no longer be written. */
export function printFault(fault: string | undefined): string {
  return fault === undefined ? '' : `The log cannot be written, so it ends early: ${fault}.\n`
}

/** Prints the result of a request on one line. */
export function printEntry({ step, method, path, outcome, message }: Entry): string {
  const words = message === undefined ? '' : `: ${printable(message, 600)}`
  const place = `${method} ${printable(path, 200)}`
  return `${entryNames[outcome]}: ${kindNames[step.kind]} ${printable(step.id, 120)} (${place})${words}\n`
}
