import { isPlainObject, valueAt } from '#kit/form/form-value.ts'
import type { KeyLimits } from './api-key-entries.ts'
import { findOrderId } from './comparable.ts'
import { type Compared, dataHubKinds, type Kind, listMaskedPaths } from './compare-sides.ts'
import { canReach, entryApis, isEntry } from './entry-kinds.ts'
import { overrideKey, rankPart, withoutOverride } from './gateway-parts.ts'
import { mapTexts } from './map-texts.ts'
import { type ConfigDocument, mask, mergeOver } from './masked-config.ts'
import { findLeftReason, findNeeds, type LeftReason, rulesSource } from './promotion-needs.ts'
import {
  type ComparedIdentity,
  type Deed,
  isBesideChain,
  isOrder,
  parseOrderIds,
} from './promotion-requests.ts'

/**
 * The order in which a broker takes it: nothing comes before what it needs, nobody can connect before it is asked for
 * credentials, and messages reach no rule that was brought along.
 */
const inOrder: readonly Kind[] = [
  ...(['settings', 'authenticators', 'authorization', 'builtin-rules', 'bans', 'hooks'] as const),
  'api-keys',
  ...dataHubKinds,
  ...(['connectors', 'actions', 'sources', 'retained', 'rules', 'listeners', 'gateways'] as const),
]

/** What both sides have, by kind. */
export type ComparedKinds = Readonly<Partial<Record<Kind, readonly Compared[]>>>

export interface Step extends Deed {
  /** What will stand there, secrets masked. */
  readonly after: ConfigDocument
  /** As this cluster gives it now; undefined where there is none. A mask in it keeps what is stored. */
  readonly before: ConfigDocument | undefined
  /** Nobody chose it: this one needs it. */
  readonly neededBy: string | undefined
  /** Secrets that stay as this cluster has them. */
  readonly kept: readonly string[]
  /** Secrets that have to be typed: the other side does not give them. */
  readonly toType: readonly string[]
  /** Secrets stored here that the other side has nothing of: they will be gone. */
  readonly removed: readonly string[]
  /** Fields that name a file which this cluster may not have. */
  readonly files: readonly string[]
  /** What a file takes from elsewhere: the broker may show it, and whether it is equal is not known. */
  readonly referred?: readonly string[]
  /** The next step makes it anew, because the API has no change of it. */
  readonly isReplaced?: boolean
  /** Of what is deleted: the chain as it stands in it then, to be put back there. */
  readonly chain?: readonly string[]
  /** Where the secret is written to that the broker gives once. */
  readonly secretFile?: string
}

export interface Plan {
  readonly steps: readonly Step[]
  readonly left: readonly (ComparedIdentity & { readonly reason: LeftReason })[]
  /** Needed and on neither side: the broker may refuse what needs it. */
  readonly missing: readonly { readonly neededBy: string; readonly id: string }[]
  /** Chains of which the other side has an order: one with a single member has none. */
  readonly orders: readonly Kind[]
  /** Needed, here already, and other than there; left as they are. */
  readonly differing: readonly { readonly neededBy: string; readonly id: string }[]
}

/** More than anybody reads before sending it. */
export const mostSteps = 500
export const mostTyped = 50

interface PlanOptions {
  readonly isPart: boolean
  readonly isRetainedClosed?: boolean
  readonly keys?: KeyLimits
}

const keysOfPage: KeyLimits = { keepsSecrets: false, hasRoles: true, used: new Set() }

/** What has to be asked of this cluster, in which order, so that it has what was chosen as the other side has it. */
export function makePlan(
  known: ComparedKinds,
  chosen: readonly ComparedIdentity[],
  { isPart, isRetainedClosed = false, keys = keysOfPage }: PlanOptions,
): Plan {
  const steps = new Map<string, Step>()
  const left: (ComparedIdentity & { reason: LeftReason })[] = []
  const missing: { neededBy: string; id: string }[] = []
  const differing: { neededBy: string; id: string }[] = []
  const asked = new Set(chosen.map(toKey))
  const all = new Map(
    inOrder.flatMap((kind) => (known[kind] ?? []).map((one) => [toKey({ kind, id: one.id }), one] as const)),
  )
  /** Of a chain with one member nothing says the order, which is that member all the same. */
  const withOrder = (kind: Kind, found: Compared): Compared => {
    if (found.held !== undefined || !isOrder({ kind, id: found.id })) return found
    const present = (known[kind] ?? []).filter(
      (one) => one.held !== undefined && !isBesideChain({ kind, id: one.id }),
    )
    return { ...found, held: { order: present.map(({ id }) => id) } }
  }
  const hasOrderThere = (kind: Kind) => {
    const id = findOrderId(kind)
    return id !== undefined && all.get(toKey({ kind, id }))?.there !== undefined
  }
  const take = (one: ComparedIdentity, neededBy: string | undefined) => {
    const found = all.get(toKey(one))
    if (found?.there === undefined || found.outcome === 'same') {
      left.push({ ...one, reason: 'nothing' })
      return
    }
    if (!canReach(one)) {
      left.push({ ...one, reason: 'unaddressable' })
      return
    }
    const reason =
      one.kind === 'retained' && isRetainedClosed
        ? 'closed'
        : findLeftReason(one, found, { isPart, hasSource: all.has(toKey(rulesSource)), keys })
    if (reason !== undefined) {
      left.push({ ...one, reason })
      return
    }
    if (!steps.has(toKey(one))) {
      const step = buildStep(one.kind, withOrder(one.kind, found), neededBy, isPart)
      // Nobody chose it, and enabled it would be the first to decide what every client may do.
      const isHeld = neededBy !== undefined && one.kind === 'authorization'
      steps.set(toKey(one), isHeld ? { ...step, after: { ...step.after, enable: false } } : step)
    }
    for (const need of findNeeds(one, found.there, (it) => all.has(toKey(it)))) {
      const held = all.get(toKey(need))
      if (held === undefined) missing.push({ neededBy: one.id, id: need.id })
      else if (held.outcome === 'different' && !asked.has(toKey(need)))
        differing.push({ neededBy: one.id, id: need.id })
      else if (held.outcome === 'only-there' && !steps.has(toKey(need)))
        take(need, asked.has(toKey(need)) ? undefined : one.id)
    }
  }
  for (const one of chosen) take(one, undefined)
  const sorted = enableInPlace(
    inOrder.flatMap((kind) =>
      [...steps.values()].filter((step) => step.kind === kind).toSorted((a, b) => toRank(a) - toRank(b)),
    ),
  ).flatMap(replaceStep)
  return {
    steps: [...sorted.filter((step) => !isDoor(step)), ...sorted.filter(isDoor)],
    left,
    missing,
    orders: inOrder.filter(hasOrderThere),
    differing,
  }
}

/**
 * Of a chain its members first: in an order that came before them they would stand elsewhere, and what holds where none
 * of them matches must not hold while they are missing.
 */
const toRank = (one: Step) => {
  if (one.kind === 'gateways') return rankPart(one)
  // What holds for everybody comes after what one client is denied.
  if (one.kind === 'builtin-rules') return Number(one.id === 'all')
  return isBesideChain(one) ? 2 : Number(isOrder(one))
}

/**
 * EMQX puts a new source of authorization at the head of the chain. One that gets another place with the order is made
 * disabled and enabled there, the first one first: what it matches is decided as before, and from then on as there.
 */
function enableInPlace(steps: readonly Step[]): readonly Step[] {
  const order = steps.find((step) => step.kind === 'authorization' && isOrder(step))
  if (order === undefined) return steps
  const isHeld = ({ kind, deed, after }: Step) =>
    kind === 'authorization' && deed === 'create' && after['enable'] !== false
  const places = parseOrderIds(order.after['order'])
  const enabling = steps
    .filter(isHeld)
    .toSorted((one, other) => places.indexOf(one.id) - places.indexOf(other.id))
    .map(
      (step): Step => ({
        ...step,
        deed: 'enable',
        before: { enable: false },
        after: { ...step.after, enable: true },
        ...saidBefore,
      }),
    )
  return steps.flatMap((step) => {
    if (step === order) return [order, ...enabling]
    return isHeld(step) ? [{ ...step, after: { ...step.after, enable: false } }] : [step]
  })
}

/** Where it is made. */
const saidBefore = { kept: [], toType: [], removed: [], files: [] } as const

function replaceStep(step: Step): readonly Step[] {
  const { kind, deed } = step
  if (deed !== 'change' || !isEntry(kind) || !entryApis[kind].isReplaced) return [step]
  const gone: Step = { ...step, ...saidBefore, deed: 'delete', after: {}, isReplaced: true }
  return [gone, { ...step, deed: 'create', before: undefined }]
}

/** Through which the API is reached: nothing may come after it. */
export const isDoor = ({ kind, id }: ComparedIdentity) => kind === 'settings' && id === 'dashboard'

const toKey = ({ kind, id }: ComparedIdentity): string => `${kind} ${id}`

function buildStep(kind: Kind, found: Compared, neededBy: string | undefined, isPart: boolean): Step {
  const { id, here, held, there = {} } = found
  const whole = isPart && here !== undefined ? mergeOver(here, there) : there
  const given = mapTexts(whole, (path, text) => {
    const own = valueAt(held, path)
    return isStoredFile(path, text) && typeof own === 'string' ? own : text
  })
  // One that is disabled counts as none, and has what it had.
  const after = withoutOverride({ kind, id }, given, held?.[overrideKey] !== undefined || held === undefined)
  const masked = listMaskedPaths(after)
  // What is stored here is for whom it was stored: it does not go to another host.
  const isMoved = [after, held ?? {}]
    .flatMap(addressesIn)
    .some((path) => valueAt(after, path) !== valueAt(held, path))
  const kept = masked.filter((path) => {
    if (isMoved) return false
    const stored = valueAt(held, path)
    return valueAt(after, path) === valueAt(here, path) && typeof stored === 'string' && stored !== ''
  })
  const removed = listMaskedPaths(held).filter((path) => valueAt(after, path) === undefined)
  return {
    kind,
    id,
    neededBy,
    after,
    kept,
    removed,
    deed: held === undefined ? 'create' : 'change',
    before: held,
    files: filesNamed(after).filter((path) => valueAt(after, path) !== valueAt(held, path)),
    toType: masked.filter((path) => !kept.includes(path)),
  }
}

/** EMQX keeps certificates as files of its nodes, under a name of its own: those of another cluster are not here. */
export const isStoredFile = (path: string, text: string) =>
  fileKey.test(path) && /(^|\/)data\/certs\//.test(text)

const fileKey = /(^|\.)(cacert|cert|key)file$/

/** PEM that stands in its place is no file. */
const filesNamed = (settings: ConfigDocument) =>
  textsIn(settings, (path, text) => fileKey.test(path) && text !== '' && !text.includes('-----BEGIN'))

const addressKey = /(^|\.)(servers?|hosts?|bootstrap_hosts|base_url|url|uri|endpoint|account|pipeline)$/

const addressesIn = (settings: ConfigDocument) => textsIn(settings, (path) => addressKey.test(path))

/** Dotted paths of the texts that fit. */
function textsIn(
  value: unknown,
  fits: (path: string, text: string) => boolean,
  path = '',
): readonly string[] {
  if (typeof value === 'string') return fits(path, value) ? [path] : []
  if (!isPlainObject(value)) return []
  return Object.entries(value).flatMap(([key, held]) =>
    textsIn(held, fits, path === '' ? key : `${path}.${key}`),
  )
}

/** Of what was typed, by step and path. */
export type TypedSecrets = ReadonlyMap<string, string>

export const secretKey = ({ kind, id }: ComparedIdentity, path: string): string =>
  JSON.stringify([kind, id, path])

/** What is sent for a text in which something is masked. */
export type Fill = (step: Step, path: string, text: string) => string

/** What is sent: secrets that were typed or are filled in, or what this cluster gives for those that stay. */
export function fillBody(step: Step, given: TypedSecrets | Fill): ConfigDocument {
  const fill = typeof given === 'function' ? given : fillTyped(given)
  return documentWith(step, (path, text) => {
    if (step.toType.includes(path)) return fill(step, path, text)
    const stored = valueAt(step.before, path)
    return typeof stored === 'string' ? stored : text
  })
}

/** Of an address with a password in it the password alone is the secret. */
const fillTyped =
  (typed: TypedSecrets): Fill =>
  (step, path, text) =>
    text.replaceAll(mask, () => typed.get(secretKey(step, path)) ?? '')

/**
 * What undoing sends. A mask keeps what is stored: where promoting took that away, it would be stored as it is written,
 * so it is left out.
 */
export function bodyBefore(step: Step): ConfigDocument {
  const { before = {}, after, removed } = step
  const body = mapTexts(before, (path, text) => (removed.includes(path) ? undefined : text))
  return withoutOverride(step, body, after[overrideKey] !== undefined)
}

/** A document with something else in place of its masks; of undefined nothing is left. */
export const documentWith = (step: Step, secret: (path: string, text: string) => unknown): ConfigDocument =>
  mapTexts(step.after, (path, text) => (text.includes(mask) ? secret(path, text) : text))
