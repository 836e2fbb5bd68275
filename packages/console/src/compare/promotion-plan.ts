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
 * The order in which a broker accepts the objects: dependencies come first, no client can connect before
 * authentication is set up, and no messages reach a promoted rule.
 */
const inOrder: readonly Kind[] = [
  ...(['settings', 'authenticators', 'authorization', 'builtin-rules', 'bans', 'hooks'] as const),
  'api-keys',
  ...dataHubKinds,
  ...(['connectors', 'actions', 'sources', 'retained', 'rules', 'listeners', 'gateways'] as const),
]

/** The objects of both sides, by kind. */
export type ComparedKinds = Readonly<Partial<Record<Kind, readonly Compared[]>>>

export interface Step extends Deed {
  /** The settings after this step, with secrets masked. */
  readonly after: ConfigDocument
  /**
   * The current settings of this cluster; undefined if the object does not exist. A mask in them keeps the stored
   * secret.
   */
  readonly before: ConfigDocument | undefined
  /** The object that needs this one; undefined if the user chose this one. */
  readonly neededBy: string | undefined
  /** The paths of secrets that keep their value in this cluster. */
  readonly kept: readonly string[]
  /** The paths of secrets that have to be typed, because the other side does not return them. */
  readonly toType: readonly string[]
  /** The paths of secrets stored here that the other side does not have: these secrets will be removed. */
  readonly removed: readonly string[]
  /** The fields that name a file which this cluster may not have. */
  readonly files: readonly string[]
  /**
   * The paths of values that a file only refers to: the broker may show such a value, but whether it is equal is
   * unknown.
   */
  readonly referred?: readonly string[]
  /** True if the next step creates the object again, because the API has no update for it. */
  readonly isReplaced?: boolean
  /** For a deletion, the chain at that time, so that an undo can restore the place of the object. */
  readonly chain?: readonly string[]
  /** The file to which the secret is written that the broker returns only once. */
  readonly secretFile?: string
}

export interface Plan {
  readonly steps: readonly Step[]
  readonly left: readonly (ComparedIdentity & { readonly reason: LeftReason })[]
  /** The needed objects that neither side has: the broker may refuse the objects that need them. */
  readonly missing: readonly { readonly neededBy: string; readonly id: string }[]
  /** The chains for which the other side has an order; a chain with a single member has none. */
  readonly orders: readonly Kind[]
  /** The needed objects that exist here with other settings; these objects are left unchanged. */
  readonly differing: readonly { readonly neededBy: string; readonly id: string }[]
}

/** The maximum number of steps that a user can be expected to review before sending. */
export const mostSteps = 500
export const mostTyped = 50

interface PlanOptions {
  readonly isPart: boolean
  readonly isRetainedClosed?: boolean
  readonly keys?: KeyLimits
}

const keysOfPage: KeyLimits = { keepsSecrets: false, hasRoles: true, used: new Set() }

/** Plans the requests, in their order, after which this cluster has the chosen objects as the other side has them. */
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
  /** Adds the order of a chain with one member: no order is read for it, yet the member itself is the order. */
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
      // The user did not choose this source, and if it were enabled, it would be the first to authorize every client.
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
 * The members of a chain come before its order: an order sent before them would put them elsewhere, and the settings
 * for unmatched requests must not apply while members are missing.
 */
const toRank = (one: Step) => {
  if (one.kind === 'gateways') return rankPart(one)
  // The rules for all clients come after the rules that deny a single client.
  if (one.kind === 'builtin-rules') return Number(one.id === 'all')
  return isBesideChain(one) ? 2 : Number(isOrder(one))
}

/**
 * EMQX puts a new authorization source at the head of the chain. A source that the order moves elsewhere is created
 * disabled and enabled there, in the order of the chain: until then, decisions stay as before.
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

/** These lists are empty here, because the step that creates the object has them. */
const saidBefore = { kept: [], toType: [], removed: [], files: [] } as const

function replaceStep(step: Step): readonly Step[] {
  const { kind, deed } = step
  if (deed !== 'change' || !isEntry(kind) || !entryApis[kind].isReplaced) return [step]
  const gone: Step = { ...step, ...saidBefore, deed: 'delete', after: {}, isReplaced: true }
  return [gone, { ...step, deed: 'create', before: undefined }]
}

/** Returns true for the settings through which the API is reached: no step may follow them. */
export const isDoor = ({ kind, id }: ComparedIdentity) => kind === 'settings' && id === 'dashboard'

const toKey = ({ kind, id }: ComparedIdentity): string => `${kind} ${id}`

function buildStep(kind: Kind, found: Compared, neededBy: string | undefined, isPart: boolean): Step {
  const { id, here, held, there = {} } = found
  const whole = isPart && here !== undefined ? mergeOver(here, there) : there
  const given = mapTexts(whole, (path, text) => {
    const own = valueAt(held, path)
    return isStoredFile(path, text) && typeof own === 'string' ? own : text
  })
  // A disabled gateway counts as missing, yet it still has its former override.
  const after = withoutOverride({ kind, id }, given, held?.[overrideKey] !== undefined || held === undefined)
  const masked = listMaskedPaths(after)
  // A stored secret belongs to the host for which it was stored, so it is not sent to another host.
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

/** EMQX stores certificates as files on its nodes, under generated names: the files of another cluster are not here. */
export const isStoredFile = (path: string, text: string) =>
  fileKey.test(path) && /(^|\/)data\/certs\//.test(text)

const fileKey = /(^|\.)(cacert|cert|key)file$/

/** PEM text in place of a file name refers to no file. */
const filesNamed = (settings: ConfigDocument) =>
  textsIn(settings, (path, text) => fileKey.test(path) && text !== '' && !text.includes('-----BEGIN'))

const addressKey = /(^|\.)(servers?|hosts?|bootstrap_hosts|base_url|url|uri|endpoint|account|pipeline)$/

const addressesIn = (settings: ConfigDocument) => textsIn(settings, (path) => addressKey.test(path))

/** Returns the dotted paths of the strings that match. */
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

/** The typed secrets, by step and path. */
export type TypedSecrets = ReadonlyMap<string, string>

export const secretKey = ({ kind, id }: ComparedIdentity, path: string): string =>
  JSON.stringify([kind, id, path])

/** Returns the string to send in place of a string that contains a mask. */
export type Fill = (step: Step, path: string, text: string) => string

/**
 * Returns the body to send: with the secrets that were typed or filled in, and the stored values of secrets that
 * stay.
 */
export function fillBody(step: Step, given: TypedSecrets | Fill): ConfigDocument {
  const fill = typeof given === 'function' ? given : fillTyped(given)
  return documentWith(step, (path, text) => {
    if (step.toType.includes(path)) return fill(step, path, text)
    const stored = valueAt(step.before, path)
    return typeof stored === 'string' ? stored : text
  })
}

/** In a URL with a password, only the password is the secret. */
const fillTyped =
  (typed: TypedSecrets): Fill =>
  (step, path, text) =>
    text.replaceAll(mask, () => typed.get(secretKey(step, path)) ?? '')

/**
 * Returns the body that undoes a step. A mask keeps the stored secret; if the promotion removed the secret, the mask
 * itself would be stored, so it is left out.
 */
export function bodyBefore(step: Step): ConfigDocument {
  const { before = {}, after, removed } = step
  const body = mapTexts(before, (path, text) => (removed.includes(path) ? undefined : text))
  return withoutOverride(step, body, after[overrideKey] !== undefined)
}

/** Returns the settings of a step with its masks replaced; a mask replaced by undefined is removed. */
export const documentWith = (step: Step, secret: (path: string, text: string) => unknown): ConfigDocument =>
  mapTexts(step.after, (path, text) => (text.includes(mask) ? secret(path, text) : text))
