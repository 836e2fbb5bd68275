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

/** The dashboard's own mark: three objects of the same name with this suffix are a webhook. */
export const webhookSuffix = '_WH_D'

export const webhookParts = ['connector', 'action', 'rule'] as const
export type WebhookPart = (typeof webhookParts)[number]

/** An HTTP connector, an HTTP action and a rule of the same name. */
export interface Webhook {
  /** The id, including its suffix. */
  readonly id: string
  readonly connector?: Connector | undefined
  readonly action?: Action | undefined
  readonly rule?: Rule | undefined
}

export const toWebhookName = ({ id }: Pick<Webhook, 'id'>) => id.slice(0, -webhookSuffix.length)

/** Returns the id of a connector or an action. */
export const toHttpBridgeId = (name: string) => `http:${name}`

/** Returns the name of a part as the page of that part shows it. */
export const partName = (part: WebhookPart, id: string) =>
  partWords[part](part === 'rule' ? id : toHttpBridgeId(id))

/** Lists the missing parts; `link` if the rule exists but does not send to the action. */
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

/** Joins all objects that bear the mark by their names. */
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

/** The maximum number of rules that a page of the broker's response can hold. */
const marked = { query: { page: '1', limit: '10000', like_id: webhookSuffix } }

/** Returns all webhooks, including incomplete ones. */
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

/** Returns the part that was read; undefined once the part is deleted. */
const there = <Part>({ data, error }: ThereOptions<Part>) => (isGone(error) ? undefined : data)

/** Returns one webhook by requesting its three parts. Has no data once all parts are deleted. */
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

/** Thrown when some of the parts were processed and one failed. */
class HalfDone extends Error {
  override readonly name = 'HalfDone'
}

/** Processes one part after the other, as the broker requires; the error tells what was done before the failure. */
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

/** True if all parts are enabled. */
export const isWebhookOn = ({ connector, action, rule }: Webhook) =>
  [connector, action, rule].every((part) => part?.enable === true)

/** Returns the parts of the webhook; a connector of another name may belong to someone else. */
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

/** A part that was already removed counts as removed; an error about a missing node does not. */
async function unlessAbsent(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!saysItIsAbsent(error)) throw error
  }
}

/**
 * Removes the rule first: the broker refuses to remove an action that a rule uses, and a connector that an action
 * uses.
 */
export async function removeWebhook(webhook: Webhook): Promise<void> {
  await eachPart(webhook, ownParts(webhook), (part) => removePart(part, webhook.id), m.removeFailed)
}

/** Enables the rule last and disables it first, so that no message is lost in between. */
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
