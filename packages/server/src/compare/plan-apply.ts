import type { KeyLimits } from '@brokerdeck/console/compare/api-key-entries.ts'
import { compareKind, type KindResult } from '@brokerdeck/console/compare/compare-kind.ts'
import { compareSides, type Kind, kinds, listMaskedPaths } from '@brokerdeck/console/compare/compare-sides.ts'
import { countKept } from '@brokerdeck/console/compare/count-kept.ts'
import { maskAt } from '@brokerdeck/console/compare/map-texts.ts'
import { kindNames, promotionFacts, promotionPlan } from '@brokerdeck/console/compare/messages.ts'
import { findNeededKinds } from '@brokerdeck/console/compare/promotion-needs.ts'
import {
  type Fill,
  makePlan,
  mostSteps,
  type Plan,
  type Step,
} from '@brokerdeck/console/compare/promotion-plan.ts'
import type { ComparedIdentity } from '@brokerdeck/console/compare/promotion-requests.ts'
import { leaveFilledChanges, type Pruning, planPruning } from '@brokerdeck/console/compare/prune-plan.ts'
import type { Live } from '@brokerdeck/console/compare/step-facts.ts'
import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import { nameKeyFile } from './key-files.ts'
import { type KindDiff, toKindDiff } from './kind-diff.ts'
import type { OpenCluster } from './open-cluster.ts'
import type { OtherSide, Sides } from './other-side.ts'
import { fillReferences, type Referable } from './secret-references.ts'

export interface ApplyPlan {
  readonly plan: Plan
  /** The differences in the requested kinds. */
  readonly told: readonly KindDiff[]
  /** The kinds that the other side does not contain. */
  readonly silent: readonly Kind[]
  readonly pruning: Pruning
  readonly live: Live
  readonly fill: Fill
  /** The values that are filled in, which must not be printed. */
  readonly values: readonly string[]
  /** The values that have to be provided first, one line each. */
  readonly missing: readonly string[]
}

interface PlanApplyOptions extends Sides {
  readonly chosen: readonly Kind[]
  readonly referable: Referable
  readonly isPrune: boolean
  readonly keys: AskedKeys
}

interface AskedKeys {
  /** The folder for the secrets of API keys that are created. */
  readonly keyOut: string | undefined
  /** The broker's identifier of each key that the server is known to use. */
  readonly usedKeys: readonly string[]
}

/** Reads both sides and plans the requests to send. Throws if a side cannot be read, before anything is changed. */
export async function planApply({
  chosen,
  referable,
  isPrune,
  keys,
  ...sides
}: PlanApplyOptions): Promise<ApplyPlan> {
  const { here, there } = sides
  const needed = findNeededKinds(chosen)
  const source = { ask: here.ask, signal: new AbortController().signal }
  const results: (readonly [Kind, KindResult])[] = []
  for (const kind of kinds.filter((one) => chosen.includes(one) || needed.includes(one)))
    results.push([kind, await compareKind(there, kind, source)])
  const known = results.map(([kind, result]) => {
    if (result.state !== 'failed') return [kind, result.all] as const
    const { reason = '' } = toKindDiff(kind, result, sides)
    throw new StartError('NOT_APPLIED', `nothing was sent: ${kindNames[kind]}: ${reason}`)
  })
  const asked = results.filter(([kind]) => chosen.includes(kind))
  const lacked = results.flatMap(([kind, result]) =>
    result.state === 'compared' && result.isLackedHere === true ? [kind] : [],
  )
  const different = known
    .filter(([kind]) => chosen.includes(kind) && !lacked.includes(kind))
    .flatMap(([kind, all]) =>
      all.flatMap(({ id, outcome }) =>
        outcome === 'different' || outcome === 'only-there' ? [{ kind, id }] : [],
      ),
    )
  const countEntries = (one: ComparedIdentity) =>
    countKept(here.ask, one).catch((error: unknown) => {
      throw new StartError('NOT_APPLIED', `nothing was sent: ${here.name}: ${here.explain(error)}`)
    })
  const limits = await readKeyLimits(here, keys)
  const made = makePlan(Object.fromEntries(known), different, { isPart: there.isPart, keys: limits })
  const sent = await leaveFilledChanges(made, countEntries)
  const spoken = asked.flatMap(([kind, { state }]) => (isPrune && state === 'compared' ? [kind] : []))
  const pruning = await planPruning({
    known: Object.fromEntries(known),
    plan: sent,
    spoken,
    isPart: there.isPart,
    countEntries,
    usedKeys: limits.used,
  })
  const planned = pruning.plan
  if (planned.steps.length > mostSteps)
    throw new StartError('NOT_APPLIED', promotionPlan.tooManySteps(planned.steps.length, mostSteps))
  const unplanned = known.flatMap(([kind, all]) =>
    chosen.includes(kind) && lacked.includes(kind)
      ? all.map(({ id }) => ({ kind, id, reason: 'no-root' as const }))
      : [],
  )
  const plan = {
    ...planned,
    left: [...planned.left, ...unplanned],
    steps: planned.steps.map((step) => withKeyFile(referStep(step, there), keys)),
  }
  return {
    plan,
    pruning,
    live: await readLive(here, plan),
    told: asked.flatMap(([kind, result]) =>
      result.state === 'silent' ? [] : [toKindDiff(kind, result, sides)],
    ),
    silent: asked.flatMap(([kind, result]) => (result.state === 'silent' ? [kind] : [])),
    ...fillSteps(plan.steps, there, referable),
  }
}

function withKeyFile(step: Step, { keyOut }: AskedKeys): Step {
  const secretFile = nameKeyFile(keyOut, step)
  return secretFile === undefined ? step : { ...step, secretFile }
}

/** Returns the limits for API keys, with the keys in use by name, as in the plan. */
async function readKeyLimits(here: OpenCluster, { keyOut, usedKeys }: AskedKeys): Promise<KeyLimits> {
  const limits = { keepsSecrets: keyOut !== undefined, hasRoles: isEnterprise(here.edition ?? '') }
  if (usedKeys.length === 0) return { ...limits, used: new Set() }
  const all = await here.ask(apiKeys.list, {}).catch((error: unknown) => {
    throw new StartError('NOT_APPLIED', `nothing was sent: ${here.name}: ${here.explain(error)}`)
  })
  const used = all.flatMap(({ name, api_key }) => (usedKeys.includes(api_key) ? [name] : []))
  return { ...limits, used: new Set(used) }
}

/** Tells whether an edition is Enterprise; the login of 5.8.9 returns `ee` or `ce`. */
const isEnterprise = (edition: string) => /^(ee|enterprise)$/i.test(edition)

/**
 * Marks the references of a step. The values that a file refers to are always sent together with the object, whatever
 * the cluster has.
 */
function referStep(step: Step, there: OtherSide): Step {
  if (step.deed === 'enable' || step.deed === 'delete') return step
  const referred = [...there.hiddenIn(step.kind, step.id)].flatMap(([path, { isReference }]) =>
    isReference ? [path] : [],
  )
  if (referred.length === 0) return step
  // If a reference is part of a text, the text around it is taken from the file.
  const partly = listMaskedPaths(step.after)
  return {
    ...step,
    referred,
    after: maskAt(
      step.after,
      referred.filter((path) => !partly.includes(path)),
    ),
    kept: step.kept.filter((path) => !referred.includes(path)),
    toType: [...new Set([...step.toType, ...referred])],
  }
}

function fillSteps(steps: readonly Step[], there: OtherSide, referable: Referable) {
  const filled = new Map<string, string>()
  const [values, missing]: [string[], Set<string>] = [[], new Set()]
  for (const step of steps) {
    const hidden = there.hiddenIn(step.kind, step.id)
    for (const path of step.toType) {
      const found = hidden.get(path)
      const place = `${step.kind} ${printable(step.id, 80)}: ${printable(path, 120)}`
      if (found === undefined)
        missing.add(`${place}: ${printable(there.name, 120)} does not give this secret`)
      else if (found.isReference) {
        const read = fillReferences(found.text, referable)
        values.push(...read.values)
        for (const one of read.missing) missing.add(`${place}: ${printable(one, 200)}`)
        filled.set(fillKey(step, path), read.filled)
      } else {
        values.push(found.text)
        filled.set(fillKey(step, path), found.text)
      }
    }
  }
  const fill: Fill = (step, path) => filled.get(fillKey(step, path)) ?? ''
  return { fill, values, missing: [...missing] }
}

const fillKey = ({ kind, id }: Step, path: string) => JSON.stringify([kind, id, path])

/** Reads live figures for the plan; figures that cannot be read are shown as unknown. */
async function readLive({ ask }: OpenCluster, { steps }: Plan): Promise<Live> {
  const isAbout = (kind: Kind) => steps.some((step) => step.kind === kind)
  const unread = () => undefined
  const all = isAbout('listeners') ? await ask(listeners.list, { query: {} }).catch(unread) : undefined
  const now = isAbout('settings') ? await ask(monitor.current, {}).catch(unread) : undefined
  return {
    countConnections: (id) => all?.find((one) => one.id === id)?.status.current_connections,
    connected: now?.live_connections,
    dashboardImpact: (after, before) => {
      const [found] = compareSides([{ id: '', settings: before }], [{ id: '', settings: after }])
      const isOther = found?.differences.some(({ path }) => path.startsWith('listeners')) === true
      return isOther ? promotionFacts.apiListeners : undefined
    },
  }
}
