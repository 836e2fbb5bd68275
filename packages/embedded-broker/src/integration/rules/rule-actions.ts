import type { RepublishArgs, RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { isMap, type TermMap, visibleText } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import { describeFailure, isExpectedFailure } from '../../expressions/evaluation.ts'
import type { BrokerLog } from '../../log/broker-log.ts'
import type { Cluster, PublishProperties, PublishRequest } from '../../mqtt/node/cluster.ts'
import { cascadeLimits, type Lineage } from '../../mqtt/routing/cascade.ts'
import { asQos } from '../../mqtt/routing/message.ts'
import type { Faults } from '../../runtime/faults.ts'
import type { DropReason } from '../buffer/action-metrics.ts'
import type { Integrations } from '../integrations.ts'
import { fillBytes, fillTemplate, single, truth } from './row-template.ts'
import { actionInfo, formatAction, json, type RuleTeller, renderMessage } from './rule-trace-details.ts'

interface ActionParts {
  readonly cluster: Cluster
  readonly log: BrokerLog
  readonly integrations: Integrations
  readonly faults: Faults
  readonly onLimit: (limit: 'cascade', ruleIds: readonly string[]) => void
}

export type ActionCount =
  | 'actions.total'
  | 'actions.success'
  | 'actions.failed'
  | 'actions.failed.out_of_service'
  | 'actions.failed.unknown'
  | 'actions.discarded'

interface Ending {
  readonly msg: string
  readonly level: 'debug' | 'warning'
  readonly reason?: string
  readonly cause?: 'out_of_service'
}

const outOfService: Ending = { msg: 'out_of_service', level: 'warning', cause: 'out_of_service' }

/** The messages and counters for rows that the buffer drops. */
const endings: Readonly<Record<DropReason, Ending>> = {
  expired: { msg: 'request_expired', level: 'debug', reason: 'request_expired' },
  queue_full: { msg: 'action_failed', level: 'debug', reason: 'buffer_overflow' },
  other: { msg: 'action_failed', level: 'debug', reason: 'other' },
  resource_stopped: outOfService,
  resource_not_found: outOfService,
}

const toStoppedEvent = (action: string) => ({
  reason: `Action ${action} stopped after template rendering due to test setting.`,
})

/** The input of an action. */
export interface ActionInput {
  readonly ruleId: string
  readonly node: string
  /** A row of the statement's result. */
  readonly row: TermMap
  /** The columns of the event that the statement evaluated. */
  readonly seen: TermMap
  /** If true, templates are rendered, but no action is performed. */
  readonly isDry: boolean
  readonly lineage: Lineage
  readonly count: (name: ActionCount) => void
  readonly tell: RuleTeller
}

/** Performs the actions of rules, traces each step, and stops endless chains of republishing. */
export class RuleActions {
  readonly #parts: ActionParts
  #isDirect = false

  constructor(parts: ActionParts) {
    this.#parts = parts
  }

  /** True while a message is published for subscribers only, not for rules. */
  get isDirect(): boolean {
    return this.#isDirect
  }

  /** Performs an action. An exception counts as the action's failure and is not rethrown. */
  perform(action: RuleAction, input: ActionInput): void {
    const { count, tell, ruleId } = input
    count('actions.total')
    const countFailure = (cause: 'out_of_service' | 'unknown' = 'unknown') => {
      count('actions.failed')
      count(`actions.failed.${cause}`)
    }
    try {
      this.#perform(action, input, countFailure)
    } catch (error) {
      if (!isExpectedFailure(error)) this.#parts.faults.report('rule_action', ruleId, error)
      const reason = describeFailure(error)
      countFailure()
      tell('ACTION', 'action_failed', () => ({ action_info: actionInfo(action), reason }))
      const details = { rule_id: ruleId, action: formatAction(action), reason }
      this.#parts.log.write({ level: 'error', message: 'rule_action_failed', details, isThrottled: true })
    }
  }

  #perform(
    action: RuleAction,
    input: ActionInput,
    failed: (cause?: 'out_of_service' | 'unknown') => void,
  ): void {
    const { count, tell, isDry } = input
    const info = { action_info: actionInfo(action) }
    if (typeof action === 'string') {
      this.#handOver(action, input, failed)
      return
    }
    tell('ACTION', 'call_action_function', () => info)
    const tellRule: RuleTeller = (tag, msg, detail = () => ({}), level = 'debug') =>
      tell(tag, msg, () => ({ ...info, ...detail() }), level)
    const fault =
      action.function === 'console'
        ? this.#console(input, tellRule)
        : this.#republish(action, input, tellRule)
    if (fault !== undefined) {
      tellRule('ACTION', 'action_failed', () => ({ reason: fault }))
      failed()
    } else if (isDry) {
      tellRule('ACTION', 'action_stopped_after_template_rendering', () =>
        toStoppedEvent(formatAction(action)),
      )
      failed()
    } else {
      tellRule('ACTION', 'action_success', () => ({ result: 'ok' }))
      count('actions.success')
    }
  }

  /** Sends a row to an action of another system; the outcome is known when that system has responded. */
  #handOver(
    id: string,
    { node, row, isDry, count, tell }: ActionInput,
    failed: (cause?: 'out_of_service') => void,
  ): void {
    const info = { action_info: actionInfo(id) }
    tell('BRIDGE', 'bridge_action', () => info)
    const target = this.#parts.integrations.running(id, node)
    if (target === undefined) {
      tell('ACTION', 'discarded', () => ({ ...info, cause: 'bridge_not_found' }))
      count('actions.discarded')
      return
    }
    const rendered = this.#parts.cluster.trace.write && target.render(row)
    if (rendered !== undefined)
      tell('QUERY_RENDER', 'action_template_rendered', () => ({ ...info, result: rendered }))
    if (isDry) {
      tell('ACTION', 'action_stopped_after_template_rendering', () => ({
        ...info,
        ...toStoppedEvent(`action:${id}:${target.resource}`),
      }))
      failed()
      return
    }
    const client = row.get('clientid')
    const key = typeof client === 'string' ? client : ''
    target.send(row, key, (outcome) => {
      if (outcome.kind === 'ok') {
        const { answer } = outcome
        tell('ACTION', 'action_success', () => ({
          ...info,
          result: answer === undefined ? 'ok' : { result: 'ok', response: answer },
        }))
        count('actions.success')
        return
      }
      if (outcome.kind === 'failed') {
        tell('ACTION', 'action_failed', () => ({ ...info, reason: outcome.answer ?? outcome.reason }))
        failed()
        return
      }
      const { msg, level, reason, cause } = endings[outcome.reason]
      tell('ACTION', msg, () => ({ ...info, ...(reason !== undefined && { reason }) }), level)
      failed(cause)
    })
  }

  #console({ ruleId, row, seen, isDry }: ActionInput, told: RuleTeller): undefined {
    told('QUERY_RENDER', 'action_template_rendered', () => ({
      result: { selected: json(row), environment: json(seen) },
    }))
    if (isDry) return
    const details = { rule_id: ruleId, data: encodeJson(row) }
    this.#parts.log.write({ level: 'info', message: 'rule_console_action', details })
  }

  #republish(
    { args }: Extract<RuleAction, { function: 'republish' }>,
    { ruleId, node, row, seen, isDry, lineage }: ActionInput,
    told: RuleTeller,
  ): string | undefined {
    const { cascade, rules } = lineage
    if (rules.at(-1) === ruleId || rules.length >= cascadeLimits.depth) {
      const topic = seen.get('topic')
      const detail = () => ({ topic: typeof topic === 'string' ? topic : '' })
      told('RULE', 'recursive_republish_detected', detail, 'error')
      return undefined
    }
    const request = renderRepublish(args, row, seen)
    const isDirect = truth(args.direct_dispatch, row)
    const message = () => renderMessage(request, isDirect)
    told('QUERY_RENDER', 'action_template_rendered', () => ({ result: message() }))
    if (topicNameFault(request.topic) !== undefined) return 'bad_topic'
    if (isDry) return undefined
    if (!cascade.admit()) {
      this.#parts.onLimit('cascade', [...rules, ruleId])
      return 'too_many_messages_of_one_message'
    }
    told('RULE', 'republish_message', () => ({ topic: request.topic, ...message() }))
    told('PUBLISH', 'publish_to', () => {
      const { topic, payload, payload_encode } = message()
      return { topic, payload, payload_encode }
    })
    const next: Lineage = { cascade, rules: [...rules, ruleId] }
    this.#publish({ ...request, clientid: ruleId, node, lineage: next }, isDirect)
    return undefined
  }

  #publish(request: PublishRequest & { readonly clientid: string }, isDirect: boolean): void {
    const before = this.#isDirect
    this.#isDirect = isDirect
    // The message is published synchronously; the promise only waits for writes to the disk.
    const sent = this.#parts.cluster.publish(request)
    this.#isDirect = before
    sent.catch((error: unknown) => {
      const details = { rule_id: request.clientid, reason: String(error) }
      this.#parts.log.write({ level: 'error', message: 'rule_republish_failed', details })
    })
  }
}

function toProperties(args: RepublishArgs, row: TermMap): PublishProperties {
  const named = new Map(
    Object.entries(args.mqtt_properties).map(([name, template]) => [name, single(String(template), row)]),
  )
  const text = (name: string) => {
    const value = named.get(name)
    return value === undefined ? undefined : visibleText(toTermText(value))
  }
  const number = (name: string) => {
    const value = Number(text(name) ?? Number.NaN)
    return Number.isInteger(value) && value >= 0 ? value : undefined
  }
  const [format, expiry] = [number('Payload-Format-Indicator'), number('Message-Expiry-Interval')]
  const [contentType, responseTopic] = [text('Content-Type'), text('Response-Topic')]
  const correlation = text('Correlation-Data')
  const users = single(args.user_properties, row)
  return {
    ...(format !== undefined && { payloadFormatIndicator: format === 1 ? 1 : 0 }),
    ...(expiry !== undefined && { messageExpiryInterval: expiry }),
    ...(contentType !== undefined && { contentType }),
    ...(responseTopic !== undefined && { responseTopic }),
    ...(correlation !== undefined && { correlationData: Buffer.from(correlation) }),
    ...(isMap(users) && {
      userProperties: [...users].map(([key, value]) => [key, visibleText(toTermText(value))] as const),
    }),
  }
}

/**
 * Returns the message that a republish sends for a row; its properties come from the row or otherwise from the event.
 */
function renderRepublish(args: RepublishArgs, row: TermMap, seen: TermMap): PublishRequest {
  const qos = Number(typeof args.qos === 'string' ? (single(args.qos, row) ?? 0) : args.qos)
  return {
    topic: fillTemplate(args.topic, row),
    payload: fillBytes(args.payload, row),
    qos: asQos(qos),
    retain: truth(args.retain, row),
    properties: toProperties(args, new Map([...seen, ...row])),
  }
}
