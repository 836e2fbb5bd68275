import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import * as v from 'valibot'
import { newSettings, pickStoredSettings } from '#features/integration/bridges/form/bridge-document.ts'
import { webhookForm as m } from '#features/integration/webhooks/messages/webhooks.ts'
import type { ApiDocument, PlannedRequest } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { type WritePlan, writePlan } from '#resource/endpoint-form/write-plan.ts'
import type { WebhookSchemas } from './webhook-sections.ts'
import { formatTriggerStatement, isWritableTopic, parseWebhookTrigger, published } from './webhook-trigger.ts'
import {
  toHttpBridgeId,
  type Webhook,
  type WebhookPart,
  webhookParts,
  webhookSuffix,
} from './webhook-trio.ts'

const mask = '******'
const headersSchema = v.record(v.string(), v.string())
const settings = v.record(v.string(), v.unknown())
const texts = v.optional(v.array(v.string()), [])
const triggerSchema = v.variant('kind', [
  v.object({ kind: v.literal('messages'), messages: texts, topics: texts }),
  v.object({ kind: v.literal('events'), events: texts }),
  v.object({ kind: v.literal('all') }),
  v.object({ kind: v.literal('sql'), sql: v.optional(v.string(), '') }),
])
const parameters = v.looseObject({ headers: v.optional(headersSchema, {}) })
const documentSchema = v.looseObject({
  name: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  trigger: triggerSchema,
  connector: v.looseObject({ headers: v.optional(headersSchema, {}) }),
  action: v.looseObject({ parameters: v.optional(parameters, {}) }),
  /** True if the action sends other headers than the connector: then both are edited. */
  ownHeaders: v.optional(v.boolean(), false),
})

const listOffered = ({ events }: WebhookSchemas) => events.map(({ event }) => event)
const ofType = (kind: 'connector' | 'action', schemas: WebhookSchemas) => ({
  kind,
  type: 'http',
  schema: kind === 'connector' ? schemas.connectors : schemas.actions,
})
const json = { 'content-type': 'application/json' }

/**
 * Returns the initial document of the form: the existing parts of a webhook, and the defaults of a new webhook for
 * missing parts.
 */
export function webhookDocument(schemas: WebhookSchemas, webhook?: Webhook): ApiDocument {
  const { connector, action, rule } = webhook ?? {}
  const [ofConnector, ofAction] = [ofType('connector', schemas), ofType('action', schemas)]
  const made = without(newSettings(ofAction), ['connector'])
  const link =
    connector === undefined
      ? { ...without(newSettings(ofConnector), []), url: '', headers: json }
      : pickStoredSettings(ofConnector, connector)
  const sink =
    action === undefined
      ? {
          ...made,
          parameters: { method: 'post', ...v.parse(settings, made['parameters'] ?? {}), headers: {} },
        }
      : without(pickStoredSettings(ofAction, action), ['connector'])
  const ownHeaders =
    action !== undefined &&
    connector !== undefined &&
    !isSameHeaders(parseHeaders(v.parse(settings, action.parameters ?? {})), parseHeaders(connector))
  return {
    ...(webhook === undefined ? { name: '' } : {}),
    description: rule?.description ?? '',
    trigger:
      rule === undefined
        ? { kind: 'messages', messages: [published], topics: [] }
        : parseWebhookTrigger(rule.sql, listOffered(schemas)),
    connector: link,
    action: sink,
    ...(ownHeaders ? { ownHeaders } : {}),
  }
}

const without = (document: ApiDocument, keys: readonly string[]): ApiDocument =>
  Object.fromEntries(Object.entries(document).filter(([key]) => !['type', 'name', ...keys].includes(key)))

function parseHeaders(holder: ApiDocument): Readonly<Record<string, string>> {
  const read = v.safeParse(headersSchema, holder['headers'])
  return read.success ? read.output : {}
}

/**
 * Compares the action's headers with all headers. A mask equals any other mask, and the action may lack a secret of
 * the connector.
 */
function isSameHeaders(own: Readonly<Record<string, string>>, all: Readonly<Record<string, string>>) {
  return Object.entries(own).every(([name, value]) => all[name] === value)
}

/** Returns the statement that a document results in. */
export function sqlOfDocument(document: ApiDocument, schemas: WebhookSchemas): string {
  const read = v.safeParse(triggerSchema, document['trigger'])
  return read.success ? formatTriggerStatement(read.output, listOffered(schemas)) : ''
}

/** Returns the indices of topics that no statement can contain. */
export function unwritableTopics({ trigger }: ApiDocument): readonly number[] {
  const read = v.safeParse(triggerSchema, trigger)
  if (!read.success || read.output.kind !== 'messages') return []
  const { messages, topics } = read.output
  const isCompared = messages.some((one) => one !== published)
  return topics.flatMap((topic, at) => (isWritableTopic(topic, isCompared) ? [] : [at]))
}

/** Returns the indices of repeated topics, without their first occurrence. */
export function findRepeatedTopics({ trigger }: ApiDocument): readonly number[] {
  const read = v.safeParse(triggerSchema, trigger)
  if (!read.success || read.output.kind !== 'messages') return []
  return read.output.topics.flatMap((topic, at, all) => (all.indexOf(topic) < at ? [at] : []))
}

/** One of several requests, in the order in which they are sent. */
export interface WebhookStep {
  readonly part: WebhookPart
  readonly isNew: boolean
  readonly request: PlannedRequest
  readonly apply: WritePlan['apply']
}

/** Plans the requests for a document; unchanged parts cause no request. */
export function webhookSteps(
  document: ApiDocument,
  schemas: WebhookSchemas,
  webhook?: Webhook,
): readonly WebhookStep[] {
  const read = v.safeParse(documentSchema, document)
  if (!read.success) return []
  const id = webhook?.id ?? `${read.output.name}${webhookSuffix}`
  const given = buildBodies(read.output, id, schemas, webhook)
  const before = webhook && v.safeParse(documentSchema, webhookDocument(schemas, webhook))
  const known = before?.success === true ? buildBodies(before.output, id, schemas, webhook) : undefined
  return webhookParts.flatMap((part) => {
    const isNew = webhook?.[part] === undefined
    const isLinked = part !== 'rule' || isNew || webhook.rule?.actions.includes(toHttpBridgeId(id)) === true
    const isAsItWas = JSON.stringify(given[part]) === JSON.stringify(known?.[part])
    if (!isNew && isLinked && isAsItWas) return []
    const name = part === 'connector' ? (webhook?.connector?.name ?? id) : id
    const write = isNew ? creating(part, name, given[part]) : updating(part, name, given[part])
    const planned = write.plan({})
    if (planned === undefined) return []
    return { part, isNew, request: { ...planned, place: part }, apply: write.apply }
  })
}

type Bodies = Readonly<Record<WebhookPart, ApiDocument>>

function buildBodies(
  document: v.InferOutput<typeof documentSchema>,
  id: string,
  schemas: WebhookSchemas,
  webhook: Webhook | undefined,
): Bodies {
  const { connector, action, description, trigger, ownHeaders } = document
  const stored = parseHeaders(v.parse(settings, webhook?.action?.parameters ?? {}))
  const others = webhook?.rule?.actions.filter((one) => one !== toHttpBridgeId(id)) ?? []
  return {
    connector,
    action: {
      connector: webhook?.connector?.name ?? id,
      ...action,
      parameters: ownHeaders
        ? action.parameters
        : { ...action.parameters, headers: copyHeaders(connector.headers, stored) },
    },
    rule: {
      description,
      sql: formatTriggerStatement(trigger, listOffered(schemas)),
      actions: [toHttpBridgeId(id), ...others],
    },
  }
}

/** Leaves out masks that the action has no stored secret for, because a mask would be stored as the secret. */
function copyHeaders(
  headers: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== mask || stored[name] === mask),
  )
}

const findTakenName = (words: string) =>
  /already exists/i.test(words) ? [{ path: 'name', message: m.nameTaken }] : []

function creating(part: WebhookPart, name: string, body: ApiDocument): WritePlan {
  const of = { type: 'http', name, ...body }
  const findFaults = findTakenName
  switch (part) {
    case 'connector':
      return writePlan(connectors.create, {
        toRequest: () => ({ body: parseBody(connectors.create.body, of) }),
        findFaults,
      })
    case 'action':
      return writePlan(actions.create, {
        toRequest: () => ({ body: parseBody(actions.create.body, of) }),
        findFaults,
      })
    case 'rule':
      return writePlan(rules.create, {
        toRequest: () => ({ body: parseBody(rules.create.body, { id: name, enable: true, ...body }) }),
        findFaults,
      })
  }
}

function updating(part: WebhookPart, name: string, body: ApiDocument): WritePlan {
  const params = { id: toHttpBridgeId(name) }
  switch (part) {
    case 'connector':
      return writePlan(connectors.update, {
        toRequest: () => ({ params, body: parseBody(connectors.update.body, body) }),
      })
    case 'action':
      return writePlan(actions.update, {
        toRequest: () => ({ params, body: parseBody(actions.update.body, body) }),
      })
    case 'rule':
      return writePlan(rules.update, {
        toRequest: () => ({ params: { id: name }, body: parseBody(rules.update.body, body) }),
      })
  }
}
