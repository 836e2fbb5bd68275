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

/** A message to test a statement with. */
export interface LabMessage {
  readonly id: number
  readonly at: number
  readonly origin: MessageOrigin
  /** The columns of its event as JSON; the user may have typed it, so it can be invalid. */
  readonly context: string
}

export const mostMessages = 1000
/** The maximum number of retained messages at a time, because each takes a request of its own. */
export const mostRetained = 100
/** The maximum number of characters of all messages together. */
export const mostCharacters = 16 * 1024 * 1024

/** Prints columns as JSON, in their order. */
export function printColumns(columns: TermMap): string {
  const lines = [...columns].map(([name, term]) => `  ${JSON.stringify(name)}: ${resultJson(term)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}

const printObject = (columns: Readonly<Record<string, unknown>>) => JSON.stringify(columns, undefined, 2)

function payloadColumn(bytes: Uint8Array): Readonly<Record<string, string>> {
  const { text, isText } = textFromBytes(bytes)
  return isText ? { payload: text } : { [bytesColumn]: base64FromBytes(bytes) }
}

/** Returns the sources in FROM, as far as they can be parsed. */
function parseSourceNames(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  return 'fault' in parsed ? [] : parsed.statement.sources.map(({ name }) => name)
}

/** Returns the topic filters in FROM: events and bridges cannot be subscribed to. */
export const topicFilters = (sql: string): readonly string[] =>
  parseSourceNames(sql).filter((name) => !/^\$(?:events|bridges|sources)\//.test(name))

const findEvent = (source: string): RuleEvent | undefined => {
  if (source.startsWith('$bridges/')) return ruleEvents.find(({ topic }) => topic.startsWith('$bridges/'))
  return ruleEvents.find(({ topic, name }) =>
    source.startsWith('$events/') ? topic === source : name === 'message.publish',
  )
}

/** Returns a topic that matches the filter. */
const topicWithin = (filter: string) =>
  filter
    .split('/')
    .map((level) => (level === '+' || level === '#' ? '1' : level))
    .join('/')

/** Returns a message of the first event in FROM, with the broker's own examples. */
export const exampleContext = (sql: string): string => buildExampleMessage(parseSourceNames(sql)[0] ?? 't/a')

/** Builds a message as it could come from a source. */
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

/** Returns the columns that a subscriber receives, which do not include the publisher. */
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
    // A subscriber does not learn whether the message was sent to the broker again.
    flags: { retain, dup: false },
    pub_props: propertyColumns(properties ?? {}),
  })
}

/** Names the properties as the broker does. Properties that the broker adds for the subscriber only are left out. */
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
    // The broker reports `undefined` for a client without a user name.
    ...(username === 'undefined' || username === '' ? {} : { username }),
    ...(Number.isNaN(at) ? {} : { publish_received_at: at }),
    ...payloadColumn(bytesFromBase64(payload) ?? new Uint8Array()),
    flags: { retain: true },
  })
}
