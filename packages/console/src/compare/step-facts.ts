import { authnImpact } from '#domain/access/authentication/authn-impact.ts'
import { findListenerImpact, type Impact } from '#domain/configuration-impact/listener-impact.ts'
import {
  alarmImpact,
  authorizationImpact,
  logImpact,
  mqttImpact,
  retainerImpact,
  shutdownImpact,
  thresholdImpact,
} from '#domain/configuration-impact/settings-impact.ts'
import { listKeyFacts } from './api-key-entries.ts'
import { findOrderId } from './comparable.ts'
import type { Kind } from './compare-sides.ts'
import { dropsGatewayUsers, findAccessRemoval, isGatewayAccess, isGatewayListener } from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionFacts as m, pruning } from './messages.ts'
import type { Plan, Step } from './promotion-plan.ts'
import { isBesideChain, isOrder, toNameFields } from './promotion-requests.ts'

/** Describes the state of this cluster that is needed to tell the effect of a step on connected clients. */
export interface Live {
  /** Undefined while the request is pending, or if the number is unknown. */
  readonly countConnections: (listener: string) => number | undefined
  readonly connected: number | undefined
  /** The result depends on how the cluster is reached. */
  readonly dashboardImpact: (after: ConfigDocument, before: ConfigDocument) => string | undefined
}

/** Describes the effect of a step with the texts of the page that makes the same change. */
export function listStepFacts(step: Step, live: Live): readonly Impact[] {
  const { kind, id, after, before, deed, isReplaced = false } = step
  const toImpacts = (text: string | undefined): readonly Impact[] =>
    text === undefined || text === '' ? [] : [{ text, cuts: false }]
  if (isOrder(step)) return toImpacts(kind === 'hooks' ? m.hookOrder : m.order)
  switch (kind) {
    case 'authenticators': {
      const { backend } = after
      const named = typeof backend === 'string' ? { backend } : {}
      if (before !== undefined) return toImpacts(authnImpact(named, after, before))
      return toImpacts(after['enable'] === false ? undefined : m.newAuthenticator)
    }
    case 'authorization':
      if (isBesideChain(step)) return toImpacts(authorizationImpact(after, before ?? {}))
      if (deed === 'create' && after['enable'] === false) return toImpacts(m.disabledSource)
      return toImpacts(deed === 'change' ? m.source : m.newSource)
    case 'listeners': {
      const connections = deed === 'create' ? 0 : live.countConnections(id)
      const { type = '' } = toNameFields(step)
      if (connections === undefined) return [{ text: m.connectionsUnknown, cuts: true }]
      return [findListenerImpact(type, connections, after, before)]
    }
    case 'bans':
      if (isReplaced) return toImpacts(m.banReplaced)
      return id.startsWith('clientid:') ? [{ text: m.banClient, cuts: true }] : toImpacts(m.ban)
    case 'builtin-rules':
      return toImpacts(m.source)
    case 'api-keys':
      return listKeyFacts(step)
    case 'hooks':
      return toImpacts(after['enable'] === false ? m.hookOff : before === undefined ? m.newHook : m.hook)
    case 'gateways': {
      const removal = findAccessRemoval(id, before, after)
      const lost = [
        ...(removal === undefined ? [] : [m.accessRemoval(`${removal.method} ${removal.path}`)]),
        ...(dropsGatewayUsers(step, before, after) ? [m.gatewayDatabase] : []),
      ].map((text) => ({ text, cuts: true }))
      const access = after['enable'] === false ? pruning.gatewayAccess : m.gatewayAccess
      if (isGatewayAccess(step)) return [{ text: access, cuts: true }, ...lost]
      if (before === undefined) return []
      return [{ text: isGatewayListener(step) ? m.gatewayListener : m.gateway, cuts: true }, ...lost]
    }
    case 'schemas':
      return toImpacts(deed === 'create' ? undefined : m.schema)
    case 'validations':
    case 'transformations':
      return toImpacts(m.screening)
    case 'settings':
      return rootFacts(id, step, live)
    default:
      return []
  }
}

function rootFacts(
  root: string,
  { after, before = {} }: Step,
  { connected, dashboardImpact }: Live,
): readonly Impact[] {
  const other = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]))
  const said: Readonly<Record<string, () => string | undefined>> = {
    alarm: () => alarmImpact(after, before),
    auto_subscribe: () => m.autoSubscribe,
    delayed: () => findDelayedImpact(after, before),
    force_shutdown: () => shutdownImpact(after, before),
    log: () => logImpact(after, before),
    retainer: () => retainerImpact(after, before),
    rewrite: () => m.rewrite,
    sysmon: thresholdImpact,
  }
  if (root === 'mqtt') {
    const fields = other.map((path) => ({ path, label: path }))
    const words = { connected, comma: m.comma, later: m.later }
    return mqttImpact(fields, after, before, words).map((text) => ({ text, cuts: false }))
  }
  if (root === 'dashboard') {
    const text = dashboardImpact(after, before)
    return text === undefined ? [] : [{ text, cuts: other.includes('listeners') }]
  }
  if (root === 'durable_sessions' && other.includes('enable')) return [{ text: m.durableEnable, cuts: false }]
  const text = said[root]?.()
  return text === undefined ? [] : [{ text, cuts: false }]
}

function findDelayedImpact(after: ConfigDocument, before: ConfigDocument): string | undefined {
  if (after['enable'] === false) return before['enable'] === false ? undefined : m.delayedOff
  return after['max_delayed_messages'] === 0 ? undefined : m.delayedLimit
}

/** Returns the notes on whole kinds: parts that are not compared, not copied, or cannot be promoted. */
export function kindFacts({ steps, orders }: Plan): readonly string[] {
  const isAbout = (kind: Kind) => steps.some((step) => step.kind === kind)
  const isBuiltIn = (kind: Kind) =>
    steps.some((step) => step.kind === kind && step.id.endsWith('built_in_database'))
  /**
   * Tells how the order of a chain changes if the user did not choose the order of the other side, which may have
   * none.
   */
  const orderFacts = (text: string, ...kinds: readonly Kind[]) => {
    const makes = (kind: Kind) =>
      steps.some((step) => step.kind === kind && step.deed === 'create') &&
      !steps.some((step) => step.kind === kind && isOrder(step))
    const made = kinds.filter(makes)
    const name = made.filter((kind) => orders.includes(kind)).map(findOrderId)[0]
    return made.length === 0 ? [] : [name === undefined ? text : text + m.chooseOrder(name)]
  }
  return [
    ...orderFacts(m.screeningEnd, 'validations', 'transformations'),
    ...orderFacts(m.hooksEnd, 'hooks'),
    ...orderFacts(m.chainEnd, 'authenticators'),
    ...(isBuiltIn('authenticators') ? [m.noUsers] : []),
    ...orderFacts(m.chainHead, 'authorization'),
    ...(isBuiltIn('authorization') && !isAbout('builtin-rules') ? [m.noRules] : []),
    ...(isAbout('gateways') ? [m.gatewayUsers] : []),
    ...(isAbout('listeners') ? [m.listenersMerge] : []),
    ...(isAbout('settings') ? [m.wholeRoot] : []),
    ...(isAbout('retained') ? [m.published] : []),
  ]
}
