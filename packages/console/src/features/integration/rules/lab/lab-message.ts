import type { RetainedMessage } from '@brokerdeck/contract/traffic/retainer.ts'
import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { RuleEvent } from '@brokerdeck/languages/rule-sql/rule-event.ts'
import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import type { LinkMessage, MessageProperties } from '#domain/mqtt-link/link-message.ts'
import { base64FromBytes, bytesFromBase64, textFromBytes } from '#lib/payload.ts'
import { bytesColumn } from './read-context.ts'

export type MessageOrigin = 'example' | 'made' | 'captured' | 'retained' | 'pasted'

/** A message to try a statement on. */
export interface LabMessage {
  readonly id: number
  readonly at: number
  readonly origin: MessageOrigin
  /** The columns of its event as JSON, as somebody may have typed it: it need not be right. */
  readonly context: string
}

export const mostMessages = 1000
/** Of retained messages at a time: each is asked for by itself. */
export const mostRetained = 100
/** Characters of all of them. */
export const mostCharacters = 16 * 1024 * 1024

/** Columns as they are written, in their order. */
export function printColumns(columns: TermMap): string {
  const lines = [...columns].map(([name, term]) => `  ${JSON.stringify(name)}: ${resultJson(term)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}

const printObject = (columns: Readonly<Record<string, unknown>>) => JSON.stringify(columns, undefined, 2)

function payloadColumn(bytes: Uint8Array): Readonly<Record<string, string>> {
  const { text, isText } = textFromBytes(bytes)
  return isText ? { payload: text } : { [bytesColumn]: base64FromBytes(bytes) }
}

/** What stands in FROM, as far as it can be read. */
function parseSourceNames(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  return 'fault' in parsed ? [] : parsed.statement.sources.map(({ name }) => name)
}

/** Of FROM those that messages are published to: events and bridges cannot be subscribed to. */
export const topicFilters = (sql: string): readonly string[] =>
  parseSourceNames(sql).filter((name) => !/^\$(?:events|bridges|sources)\//.test(name))

const findEvent = (source: string): RuleEvent | undefined => {
  if (source.startsWith('$bridges/')) return ruleEvents.find(({ topic }) => topic.startsWith('$bridges/'))
  return ruleEvents.find(({ topic, name }) =>
    source.startsWith('$events/') ? topic === source : name === 'message.publish',
  )
}

/** A topic that a filter covers. */
const topicWithin = (filter: string) =>
  filter
    .split('/')
    .map((level) => (level === '+' || level === '#' ? '1' : level))
    .join('/')

/** A message of the event that stands first in FROM, with the broker's own examples. */
export const exampleContext = (sql: string): string => buildExampleMessage(parseSourceNames(sql)[0] ?? 't/a')

/** A message as it could come from a source. */
export function buildExampleMessage(source: string): string {
  const event = findEvent(source) ?? ruleEvents[0]
  const examples = Object.entries(event?.testColumns ?? {})
    .filter(([name]) => event !== undefined && Object.hasOwn(event.context, name))
    .map(([name, example]) => [name, typeof example === 'string' ? example : example[0]])
  const isTopic = event?.name === 'message.publish'
  return printObject({
    event_type: event?.type,
    ...Object.fromEntries(examples),
    ...(isTopic ? { topic: topicWithin(source) } : {}),
  })
}

/** As a subscriber receives it: who published it does not come with it. */
export function toCapturedContext(
  { topic, payload, qos, retain, properties }: LinkMessage,
  now: number,
): string {
  return printObject({
    event_type: 'message_publish',
    topic,
    qos,
    publish_received_at: now,
    ...payloadColumn(payload),
    // Whether it was sent again to the broker, no subscriber learns.
    flags: { retain, dup: false },
    pub_props: propertyColumns(properties ?? {}),
  })
}

/** As the broker names them. What it adds for the subscriber alone is none of the message. */
function propertyColumns(given: MessageProperties): Readonly<Record<string, unknown>> {
  const { isText, expiry, contentType, responseTopic, correlationData, userProperties = [] } = given
  const correlation = correlationData === undefined ? undefined : textFromBytes(correlationData)
  return {
    ...(isText === undefined ? {} : { 'Payload-Format-Indicator': isText ? 1 : 0 }),
    ...(expiry === undefined ? {} : { 'Message-Expiry-Interval': expiry }),
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    ...(responseTopic === undefined ? {} : { 'Response-Topic': responseTopic }),
    ...(correlation?.isText === true ? { 'Correlation-Data': correlation.text } : {}),
    'User-Property': Object.fromEntries(userProperties),
    'User-Property-Pairs': userProperties.map(([key, value]) => ({ key, value })),
  }
}

export function toRetainedContext(message: RetainedMessage, payload: string): string {
  const { topic, qos, msgid: id, from_clientid: clientid, from_username: username } = message
  const at = Date.parse(String(message.publish_at))
  return printObject({
    event_type: 'message_publish',
    topic,
    qos,
    id,
    clientid,
    // The broker's word for a client without one.
    ...(username === 'undefined' || username === '' ? {} : { username }),
    ...(Number.isNaN(at) ? {} : { publish_received_at: at }),
    ...payloadColumn(bytesFromBase64(payload) ?? new Uint8Array()),
    flags: { retain: true },
  })
}
