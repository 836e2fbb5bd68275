import { findListenerImpact } from '#domain/configuration-impact/listener-impact.ts'
import { findUnrestorable } from './bring-back.ts'
import { findOrderId } from './comparable.ts'
import type { Compared, Kind } from './compare-sides.ts'
import { canReach } from './entry-kinds.ts'
import { dropsGatewayUsers, isGatewayAccess, isGatewayListener, isPartOfGateway } from './gateway-parts.ts'
import { type ConfigDocument, maskConfig } from './masked-config.ts'
import { kindNames, leftOut, pruning as m, promotionFacts } from './messages.ts'
import { findNeeds } from './promotion-needs.ts'
import { type ComparedKinds, isDoor, type Plan, type Step } from './promotion-plan.ts'
import {
  type ComparedIdentity,
  isBesideChain,
  isOrder,
  parseOrderIds,
  toNameFields,
} from './promotion-requests.ts'
import type { Live } from './step-facts.ts'

/** The kinds in reverse order of creation: no object is deleted while another object needs it. */
const inReverse = [
  'gateways',
  ...(['listeners', 'rules', 'sources', 'actions', 'connectors'] as const),
  ...([
    'transformations',
    'validations',
    'registries',
    'schemas',
    'hooks',
    'builtin-rules',
    'authorization',
    'authenticators',
  ] as const),
  ...(['bans', 'api-keys'] as const),
] satisfies readonly Kind[]

export interface Pruning {
  /** The plan with the deletions after the writes, but before the settings through which the API is reached. */
  readonly plan: Plan
  /** The objects that exist only here and are not deleted. */
  readonly stays: readonly (ComparedIdentity & { readonly reason: string })[]
  /** The warnings about what the cluster will lack. */
  readonly warnings: readonly string[]
}

interface PrunePlanOptions {
  readonly known: ComparedKinds
  /** The plan whose steps are sent first. */
  readonly plan: Plan
  /** The kinds that the other side contains. */
  readonly spoken: readonly Kind[]
  /** True if the other side contains only settings that were changed. */
  readonly isPart: boolean
  /** Counts the entries of a built-in database. */
  readonly countEntries: (one: ComparedIdentity) => Promise<number>
  /** The names of the API keys that are known to be in use. */
  readonly usedKeys?: ReadonlySet<string>
}

const toKey = ({ kind, id }: ComparedIdentity) => `${kind} ${id}`
const nameIt = ({ kind, id }: ComparedIdentity) => `${kindNames[kind]} ${id}`
const isThing = (one: ComparedIdentity) => !isOrder(one) && !isBesideChain(one)

/** Plans the deletions after which this cluster has no object that the other side lacks. */
export async function planPruning({
  known,
  plan,
  spoken,
  isPart,
  countEntries,
  usedKeys = new Set(),
}: PrunePlanOptions): Promise<Pruning> {
  const list = (kind: Kind) =>
    (known[kind] ?? []).filter(({ id }) => isThing({ kind, id })).map((one) => ({ ...one, kind }))
  const candidates = inReverse
    .filter((kind) => spoken.includes(kind))
    .flatMap((kind) => list(kind).filter(({ outcome }) => outcome === 'only-here'))
  const isCandidate = new Set(candidates.map(toKey))
  const reasons = new Map<string, string>()
  for (const one of candidates) {
    const isUsed = one.kind === 'api-keys' && usedKeys.has(one.id)
    const reason = isUsed ? leftOut['used-key'] : await whyStays(one, isPart, countEntries)
    if (reason !== undefined) reasons.set(toKey(one), reason)
  }
  const isPruned = (one: ComparedIdentity) => isCandidate.has(toKey(one)) && !reasons.has(toKey(one))
  const planned = new Map(plan.steps.map((step) => [toKey(step), step.after]))
  const later = (one: ComparedIdentity & Pick<Compared, 'here'>): ConfigDocument | undefined =>
    isPruned(one) ? undefined : (planned.get(toKey(one)) ?? one.here)
  const isSource = (one: ComparedIdentity) => list(one.kind).some(({ id }) => id === one.id)
  // Rules come first: an action that a rule keeps needs its connector.
  for (const user of (['rules', 'actions', 'sources', 'validations', 'transformations'] as const).flatMap(
    list,
  ))
    for (const need of findNeeds(user, later(user) ?? {}, isSource))
      if (isPruned(need)) reasons.set(toKey(need), m.used(nameIt(user)))
  // A gateway is kept if one of its parts is kept.
  for (const part of list('gateways'))
    for (const gateway of candidates)
      if (isPartOfGateway(part, gateway.id) && later(part) !== undefined)
        reasons.set(toKey(gateway), m.holds(nameIt(part)))
  const pruned = candidates.filter(isPruned)
  const isBare = (kind: Kind) =>
    pruned.some((one) => one.kind === kind && one.here?.['enable'] !== false) &&
    list(kind).every((one) => (later(one) ?? { enable: false })['enable'] === false)
  const sent = { ...plan, steps: plan.steps.filter((step) => !isIdle(step, plan, pruned)) }
  const deletions = pruned.map((one) => planDeletion(one, findChain(one.kind, known, sent)))
  const steps = [...sent.steps.filter((step) => !isDoor(step)), ...deletions, ...sent.steps.filter(isDoor)]
  return {
    plan: { ...plan, steps },
    stays: candidates.flatMap(({ kind, id }) => {
      const reason = reasons.get(toKey({ kind, id }))
      return reason === undefined ? [] : [{ kind, id, reason }]
    }),
    warnings: [
      ...(isBare('listeners') ? [m.noListener] : []),
      ...(isBare('authenticators') ? [m.noAuthenticator] : []),
      ...(isBare('authorization') ? [m.noSource] : []),
    ],
  }
}

/** Removes the changes that would delete a built-in database with users. */
export async function leaveFilledChanges(
  plan: Plan,
  countEntries: PrunePlanOptions['countEntries'],
): Promise<Plan> {
  const filled = new Set<Step>()
  for (const step of plan.steps)
    if (dropsGatewayUsers(step, step.before, step.after) && (await countEntries(step)) > 0) filled.add(step)
  return {
    ...plan,
    steps: plan.steps.filter((step) => !filled.has(step)),
    left: [...plan.left, ...[...filled].map(({ kind, id }) => ({ kind, id, reason: 'filled' as const }))],
  }
}

async function whyStays(
  one: ComparedIdentity,
  isPart: boolean,
  countEntries: PrunePlanOptions['countEntries'],
): Promise<string | undefined> {
  if (!canReach(one)) return leftOut.unaddressable
  // A backup does not contain the initial listeners of a broker until they are changed.
  if (isPart && one.kind === 'listeners') return m.fromStart
  return (await countEntries(one)) > 0 ? m.filled : undefined
}

function planDeletion({ kind, id, held = {} }: Compared & ComparedIdentity, chain: readonly string[]): Step {
  return {
    kind,
    id,
    deed: 'delete',
    before: held,
    after: {},
    neededBy: undefined,
    kept: [],
    toType: [],
    removed: [],
    files: [],
    ...(chain.length < 2 ? {} : { chain }),
  }
}

function sayGatewayEnd(one: ComparedIdentity): string {
  if (isGatewayAccess(one)) return m.gatewayAccess
  return isGatewayListener(one) ? m.gatewayListener : m.gateway
}

/** Returns the chain as it will be after all steps before the deletions. */
function findChain(kind: Kind, known: ComparedKinds, { steps }: Plan): readonly string[] {
  const present = (known[kind] ?? []).filter(({ id, held }) => held !== undefined && isThing({ kind, id }))
  const now = findOrderId(kind) === undefined ? [] : present.map(({ id }) => id)
  const wanted = parseOrderIds(steps.find((step) => step.kind === kind && isOrder(step))?.after['order'])
  return [...wanted, ...now.filter((id) => !wanted.includes(id))]
}

/** Returns true if the deletions alone bring the chain into its order. */
function isIdle(step: Step, { steps }: Plan, pruned: readonly ComparedIdentity[]): boolean {
  const own = pruned.filter(({ kind }) => kind === step.kind).map(({ id }) => id)
  const makes = steps.some(({ kind, deed }) => kind === step.kind && deed === 'create')
  if (!isOrder(step) || own.length === 0 || makes) return false
  const left = parseOrderIds(step.before?.['order']).filter((id) => !own.includes(id))
  return (
    left.join() ===
    parseOrderIds(step.after['order'])
      .filter((id) => !own.includes(id))
      .join()
  )
}

/** Describes the effect of a deletion, and whether it can be undone. */
export function listPruneFacts(
  { kind, id, before = {} }: Step,
  { countConnections }: Live,
): readonly { readonly text: string; readonly cuts: boolean }[] {
  // The log masks secrets, even those that this broker returns.
  const lost = findUnrestorable({ kind, before: maskConfig(before).document })
  const facts: Readonly<
    Partial<Record<Kind, () => readonly { readonly text: string; readonly cuts: boolean }[]>>
  > = {
    listeners: () => {
      if (before['enable'] === false) return []
      const connections = countConnections(id)
      if (connections === undefined) return [{ text: m.connectionsUnknown, cuts: true }]
      const { type = '' } = toNameFields({ kind, id })
      return [findListenerImpact(type, connections, { ...before, enable: false }, before)]
    },
    authenticators: () => (before['enable'] === false ? [] : [{ text: m.authenticator, cuts: false }]),
    authorization: () =>
      before['enable'] === false ? [] : [{ text: promotionFacts.newSource, cuts: false }],
    bans: () => [{ text: m.ban, cuts: false }],
    'api-keys': () => [{ text: promotionFacts.keyEnded, cuts: before['enable'] !== false }],
    'builtin-rules': () => [{ text: promotionFacts.source, cuts: false }],
    gateways: () => [{ text: sayGatewayEnd({ kind, id }), cuts: before['enable'] !== false }],
    hooks: () => (before['enable'] === false ? [] : [{ text: m.hook, cuts: false }]),
  }
  const own = facts[kind]?.() ?? []
  return [...own, ...(lost.length === 0 ? [] : [{ text: m.lost(lost.join(', ')), cuts: true }])]
}
