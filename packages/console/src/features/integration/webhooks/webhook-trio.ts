import { type Action, actions } from '@brokerdeck/contract/integration/actions.ts'
import { type Connector, connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { type Rule, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeError, isGone, saysItIsAbsent } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { webhooks as m, webhookParts as partWords } from '#features/integration/webhooks/messages/webhooks.ts'
import { languageTag } from '#i18n/locale.ts'
import { joinSentences } from '#i18n/sentences.ts'
import type { Answer } from '#resource/managed-list.ts'

/** The dashboard's own mark: three things of one name that ends so are a webhook. */
export const webhookSuffix = '_WH_D'

export const webhookParts = ['connector', 'action', 'rule'] as const
export type WebhookPart = (typeof webhookParts)[number]

/** An HTTP connector, an HTTP action and a rule of one name. */
export interface Webhook {
  /** With its suffix. */
  readonly id: string
  readonly connector?: Connector | undefined
  readonly action?: Action | undefined
  readonly rule?: Rule | undefined
}

export const toWebhookName = ({ id }: Pick<Webhook, 'id'>) => id.slice(0, -webhookSuffix.length)

/** Of a connector or an action. */
export const toHttpBridgeId = (name: string) => `http:${name}`

/** How its parts are called on their own screens. */
export const partName = (part: WebhookPart, id: string) =>
  partWords[part](part === 'rule' ? id : toHttpBridgeId(id))

/** What it lacks; `link` where the rule is there and sends nothing to the action. */
export function listMissingWebhookParts({
  id,
  connector,
  action,
  rule,
}: Webhook): readonly (WebhookPart | 'link')[] {
  const isLinked = rule?.actions.includes(toHttpBridgeId(id)) === true
  return [
    ...(connector === undefined ? (['connector'] as const) : []),
    ...(action === undefined ? (['action'] as const) : []),
    ...(rule === undefined ? (['rule'] as const) : isLinked ? [] : (['link'] as const)),
  ]
}

/** Whatever bears the mark, joined by its name. */
function webhooksAmong(
  connectorsThere: readonly Connector[],
  actionsThere: readonly Action[],
  rulesThere: readonly Rule[],
): readonly Webhook[] {
  const byName = <One extends { readonly type: string; readonly name: string }>(all: readonly One[]) =>
    new Map(all.filter(({ type }) => type === 'http').map((one) => [one.name, one] as const))
  const [connectorOf, actionOf] = [byName(connectorsThere), byName(actionsThere)]
  const ruleOf = new Map(rulesThere.map((one) => [one.id, one] as const))
  const ids = [...actionOf.keys(), ...ruleOf.keys(), ...connectorOf.keys()]
  return [...new Set(ids)]
    .filter((id) => id.endsWith(webhookSuffix) && id !== webhookSuffix)
    .map((id) => {
      const action = actionOf.get(id)
      return { id, action, connector: connectorOf.get(action?.connector ?? id), rule: ruleOf.get(id) }
    })
    .toSorted((one, other) => one.id.localeCompare(other.id, languageTag))
}

/** As many as a page of the broker holds at most. */
const marked = { query: { page: '1', limit: '10000', like_id: webhookSuffix } }

/** All of them, complete or not. */
export function useWebhooks() {
  const answers = {
    connectors: useQuery(read(connectors.list, {}, { pollSeconds: 10 })),
    actions: useQuery(read(actions.list, {}, { pollSeconds: 10 })),
    rules: useQuery(read(rules.list, marked, { pollSeconds: 10 })),
  }
  const [links, sinks, found] = [answers.connectors.data, answers.actions.data, answers.rules.data]
  const data = useMemo(
    () => links && sinks && found && webhooksAmong(links, sinks, found.data),
    [links, sinks, found],
  )
  const all = Object.values(answers)
  return {
    data,
    dataUpdatedAt: Math.min(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isPending: all.some(({ isPending }) => isPending),
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of all) void refetch()
    },
  }
}

interface ThereOptions<Part> {
  readonly data: Part | undefined
  readonly error: unknown
  readonly isFetching: boolean
}

/** What was read; nothing once it is gone. */
const there = <Part>({ data, error }: ThereOptions<Part>) => (isGone(error) ? undefined : data)

/** One of them, by asking for its three parts. Without data once there is none of them. */
export function useWebhook(id: string): Answer<Webhook> {
  const action = useQuery(read(actions.get, { params: { id: toHttpBridgeId(id) } }, { pollSeconds: 10 }))
  const rule = useQuery(read(rules.get, { params: { id } }))
  const carrier = there(action)?.connector ?? id
  const connector = useQuery({
    ...read(connectors.get, { params: { id: toHttpBridgeId(carrier) } }, { pollSeconds: 10 }),
    enabled: !action.isPending,
  })
  const all = [action, rule, connector]
  const [sink, statement, link] = [there(action), there(rule), there(connector)]
  const isKnown = all.every(({ data, error }) => data !== undefined || isGone(error))
  const hasAny = sink !== undefined || statement !== undefined || link !== undefined
  const data = useMemo(
    () => (isKnown && hasAny ? { id, action: sink, rule: statement, connector: link } : undefined),
    [id, isKnown, hasAny, sink, statement, link],
  )
  return {
    data,
    dataUpdatedAt: action.dataUpdatedAt,
    error: all.find(({ error }) => error !== null && !isGone(error))?.error ?? null,
    refetch: () => {
      for (const { refetch } of all) void refetch()
    },
    isFetching: !isKnown && all.some(({ isFetching }) => isFetching),
  }
}

/** Some of the parts were done, one was not. */
class HalfDone extends Error {
  override readonly name = 'HalfDone'
}

/** One part after the other, as the broker demands; says what was done when one fails. */
async function eachPart(
  { id }: Webhook,
  order: readonly WebhookPart[],
  act: (part: WebhookPart) => Promise<unknown>,
  failed: (part: string) => string,
): Promise<void> {
  for (const [at, part] of order.entries()) {
    try {
      await act(part)
    } catch (error) {
      const { title, detail = title } = describeError(error)
      const names = order.map((one) => partName(one, id))
      const [done, left] = [names.slice(0, at), names.slice(at + 1)]
      throw new HalfDone(
        joinSentences(
          m.because(failed(partName(part, id)), detail),
          left.length > 0 && m.notTried(left),
          done.length > 0 && m.doneBefore(done),
        ),
      )
    }
  }
}

/** Nothing of it is switched off. */
export const isWebhookOn = ({ connector, action, rule }: Webhook) =>
  [connector, action, rule].every((part) => part?.enable === true)

/** A connector of another name may be somebody else's. */
const ownParts = ({ id, connector, action, rule }: Webhook): readonly WebhookPart[] => [
  ...(rule === undefined ? [] : (['rule'] as const)),
  ...(action === undefined ? [] : (['action'] as const)),
  ...(connector?.name === id ? (['connector'] as const) : []),
]

export function removePart(part: WebhookPart, id: string): Promise<unknown> {
  const params = { id: toHttpBridgeId(id) }
  if (part === 'rule') return unlessAbsent(request(rules.remove, { params: { id } }))
  if (part === 'action') return unlessAbsent(request(actions.remove, { params, query: {} }))
  return unlessAbsent(request(connectors.remove, { params }))
}

/** What somebody else took away is done as well; that a node is missing is something else. */
async function unlessAbsent(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!saysItIsAbsent(error)) throw error
  }
}

/** The rule first: the broker keeps an action that a rule uses, and a connector that an action uses. */
export async function removeWebhook(webhook: Webhook): Promise<void> {
  await eachPart(webhook, ownParts(webhook), (part) => removePart(part, webhook.id), m.removeFailed)
}

/** What sends comes last when one is switched on, and first when it is switched off: nothing is lost between. */
export async function setWebhook(webhook: Webhook, isOn: boolean): Promise<void> {
  const { id, connector } = webhook
  const enable = isOn ? 'true' : 'false'
  const order = [...ownParts(webhook)]
  await eachPart(
    webhook,
    isOn ? order.toReversed() : order,
    (part) => {
      if (part === 'rule') return request(rules.update, { params: { id }, body: { enable: isOn } })
      const name = part === 'action' ? id : (connector?.name ?? id)
      const params = { id: toHttpBridgeId(name), enable } as const
      return request(part === 'action' ? actions.setEnabled : connectors.setEnabled, { params })
    },
    isOn ? m.enableFailed : m.disableFailed,
  )
}

export async function resetWebhook({ id }: Webhook): Promise<void> {
  await request(actions.resetMetrics, { params: { id: toHttpBridgeId(id) } })
  await request(rules.resetMetrics, { params: { id } })
}
