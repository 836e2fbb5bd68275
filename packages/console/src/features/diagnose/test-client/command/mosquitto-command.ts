import { findChosenMethod, scramMethod, willPayload } from '#domain/mqtt-link/connect-options.ts'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import type { LinkMessage, MessageProperties } from '#domain/mqtt-link/link-message.ts'
import type { TestSubscription } from '#features/diagnose/test-client/connection/connection-facts.ts'
import { base64FromBytes, textFromBytes } from '#lib/payload.ts'
import { shellWord } from '#lib/shell-word.ts'
import type { CommandTarget } from './command-target.ts'

export type WantedSubscription = Pick<TestSubscription, 'filter' | 'options'>

/** The maximum number of payload bytes in a command; longer commands do not fit many shells. */
const longestPayload = 16_384
export const payloadFile = 'payload.bin'

/** Returns a command that subscribes to all filters in one session, as the connection does. */
export function subscribeCommand(link: CommandLink, subscriptions: readonly WantedSubscription[]): Command {
  const isFive = link.settings.version === 5
  return command('mosquitto_sub', [
    ...connectParts(link),
    ...sessionParts(link.settings),
    ...subscriptions.map(({ filter }) => part(['-t', filter])),
    qosPart(subscriptions),
    ...(isFive ? optionParts(subscriptions) : []),
    part(['-v']),
  ])
}

/** Returns the single QoS that the command uses for all filters. */
function qosPart(subscriptions: readonly WantedSubscription[]): CommandPart {
  const asked = new Set(subscriptions.map(({ options }) => options.qos))
  return part(['-q', Math.max(0, ...asked)], asked.size > 1 ? 'qos' : undefined)
}

/** Returns the subscription options (MQTT 5 §3.8.3.1); the program does not support all of them. */
function optionParts(subscriptions: readonly WantedSubscription[]): readonly CommandPart[] {
  const all = subscriptions.map(({ options }) => options)
  const ids = [...new Set(all.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
  return [
    ...(all.some((one) => one.retainAsPublished) ? [part(['--retain-as-published'])] : []),
    ...(ids.length === 1 ? [part(['-D', 'subscribe', 'subscription-identifier', ...ids])] : []),
    ...(ids.length > 1 ? [noteAlone('subscriptionId')] : []),
    ...(all.some((one) => one.noLocal) ? [noteAlone('noLocal')] : []),
    ...(all.some((one) => one.retainHandling !== 0) ? [noteAlone('retainHandling')] : []),
  ]
}

/**
 * Returns a command that publishes one message. Settings of a lasting session are left out, because this session ends
 * at once.
 */
export function publishCommand(link: CommandLink, message: LinkMessage): Command {
  const { topic, qos, retain, payload, properties } = message
  const { text, notes } = command('mosquitto_pub', [
    ...connectParts(link),
    part(['-t', topic]),
    part(['-q', qos]),
    ...(retain ? [part(['-r'])] : []),
    ...(link.settings.version === 5 ? propertyParts('publish', properties ?? {}) : []),
    payloadPart(payload),
  ])
  const isPiped = payload.length <= longestPayload && commandText(payload) === undefined
  const pipe = isPiped ? `printf %s ${shellWord(base64FromBytes(payload))} | base64 -d | ` : ''
  return { text: `${pipe}${text}`, notes }
}

/** Passes the payload as a word, through a pipe, or from a file. */
function payloadPart(payload: Uint8Array): CommandPart {
  if (payload.length === 0) return part(['-n'])
  if (payload.length > longestPayload) return part(['-f', payloadFile], 'file')
  const text = commandText(payload)
  return text === undefined ? part(['-s']) : payloadWords('-m', text)
}

export interface CommandLink {
  readonly target: CommandTarget
  readonly settings: ConnectionSettings
  readonly hasPassword: boolean
}

/** The minimum keepalive that the program accepts, in seconds. */
const shortestKeepalive = 5

/** Returns the address, the identity, and the properties that the broker may base a decision on. */
function connectParts({ target, settings, hasPassword: isThere }: CommandLink): readonly CommandPart[] {
  const { host, port, tls } = target
  const { version, clientId, username, userProperties } = settings
  // With SCRAM the password is not sent to the broker, so the command does not contain it either.
  const hasPassword = isThere && scramMethod(settings) === undefined
  return [
    host === undefined ? { words: '-h "$MQTT_HOST"', note: 'host' } : part(['-h', host]),
    port === undefined ? { words: '-p "$MQTT_PORT"', note: 'port' } : part(['-p', port]),
    ...(tls ? [part(['--tls-use-os-certs'], 'certificate')] : []),
    part(['-V', version === 5 ? 'mqttv5' : 'mqttv311']),
    // The client ID is a different one, because the broker would close this connection if both used the same.
    ...(clientId === '' ? [] : [part(['-i', `${clientId}-cli`], 'clientId')]),
    ...(username === '' && !hasPassword ? [] : [part(['-u', username])]),
    ...(hasPassword ? [{ words: '-P "$MQTT_PASSWORD"', note: 'password' as const }] : []),
    ...(findChosenMethod(settings) === undefined ? [] : [noteAlone('enhanced')]),
    ...(version === 5
      ? userProperties.map(({ key, value }) => part(['-D', 'connect', 'user-property', key, value]))
      : []),
  ]
}

/** Returns the settings of a session that lasts for a while, and of its end. */
function sessionParts(settings: ConnectionSettings): readonly CommandPart[] {
  const { version, clean, keepalive, sessionExpiry } = settings
  return [
    ...keepaliveParts(keepalive),
    ...(clean ? [] : [part(['-c'])]),
    // Without an expiry interval, a session that is kept would be kept for ever.
    ...(version === 5 && !(clean && sessionExpiry === 0) ? [part(['-x', sessionExpiry])] : []),
    ...(version === 5 ? receiverParts(settings) : []),
    ...willParts(settings),
  ]
}

function keepaliveParts(keepalive: number): readonly CommandPart[] {
  if (keepalive === 60) return []
  return keepalive < shortestKeepalive ? [noteAlone('keepalive')] : [part(['-k', keepalive])]
}

/** Returns the receive limits of the client (MQTT 5 §3.1.2.11). */
function receiverParts(settings: ConnectionSettings): readonly CommandPart[] {
  const { receiveMaximum, maximumPacketSize, topicAliasMaximum } = settings
  const toProperty = (name: string, value: number | undefined) =>
    value === undefined ? [] : [part(['-D', 'connect', name, value])]
  return [
    ...toProperty('receive-maximum', receiveMaximum),
    ...toProperty('maximum-packet-size', maximumPacketSize),
    ...toProperty('topic-alias-maximum', topicAliasMaximum),
    ...toProperty('request-response-information', settings.requestResponseInformation ? 1 : undefined),
    ...toProperty('request-problem-information', settings.requestProblemInformation ? undefined : 0),
  ]
}

function willParts({ will, version }: ConnectionSettings): readonly CommandPart[] {
  if (!will.enable) return []
  const { topic, qos, retain } = will
  const bytes = willPayload(will)
  const text = commandText(bytes)
  return [
    part(['--will-topic', topic]),
    ...(text === undefined ? [noteAlone('willPayload')] : []),
    ...(text === undefined || text === '' ? [] : [payloadWords('--will-payload', text)]),
    ...(qos === 0 ? [] : [part(['--will-qos', qos])]),
    ...(retain ? [part(['--will-retain'])] : []),
    ...(version === 5 ? willProperties(will) : []),
  ]
}

function willProperties(will: ConnectionSettings['will']): readonly CommandPart[] {
  const { delay, isText, expiry, contentType, responseTopic, correlationData, userProperties } = will
  return [
    ...(delay === undefined ? [] : [part(['-D', 'will', 'will-delay-interval', delay])]),
    ...propertyParts('will', {
      isText,
      expiry,
      contentType,
      responseTopic,
      correlationData: correlationData === undefined ? undefined : new TextEncoder().encode(correlationData),
      userProperties: userProperties.map(({ key, value }): [string, string] => [key, value]),
    }),
  ]
}

/** Returns the payload as text; undefined if the bytes cannot be passed to a command. */
function commandText(bytes: Uint8Array): string | undefined {
  const { text, isText } = textFromBytes(bytes)
  return isText && !text.includes('\0') ? text : undefined
}

/** Returns the properties of a message or of a will (MQTT 5 §3.3.2.3, §3.1.3.2). */
function propertyParts(of: 'publish' | 'will', properties: MessageProperties): readonly CommandPart[] {
  const { isText, expiry, contentType, responseTopic, correlationData, topicAlias } = properties
  const toProperty = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [part(['-D', of, name, value])]
  return [
    ...toProperty('payload-format-indicator', isText === true ? 1 : undefined),
    ...toProperty('message-expiry-interval', expiry),
    ...toProperty('content-type', contentType),
    ...toProperty('response-topic', responseTopic),
    ...(correlationData === undefined ? [] : [correlationPart(of, correlationData)]),
    ...toProperty('topic-alias', topicAlias),
    ...(properties.userProperties ?? []).map(([name, value]) =>
      part(['-D', of, 'user-property', name, value]),
    ),
  ]
}

function correlationPart(of: 'publish' | 'will', bytes: Uint8Array): CommandPart {
  const text = commandText(bytes)
  return text === undefined ? noteAlone('correlation') : part(['-D', of, 'correlation-data', text])
}

/** The notes on what the user has to know or do because the command cannot express it. */
const commandNotes = [
  'password',
  'host',
  'port',
  'certificate',
  'enhanced',
  'clientId',
  'file',
  'keepalive',
  'control',
  'correlation',
  'willPayload',
  'qos',
  'subscriptionId',
  'noLocal',
  'retainHandling',
] as const
export type CommandNote = (typeof commandNotes)[number]

interface Command {
  readonly text: string
  readonly notes: readonly CommandNote[]
}

/** The words of a command that belong together, and a note on them; without words, the note alone. */
interface CommandPart {
  readonly words: string
  readonly note?: CommandNote | undefined
}

/** The program refuses texts with control characters, although MQTT allows them (§1.5.4). */
const hasControl = (word: string | number) => /\p{Cc}/u.test(String(word))

function part(words: readonly (string | number)[], note?: CommandNote): CommandPart {
  return { words: quoteWords(words), note: note ?? (words.some(hasControl) ? 'control' : undefined) }
}

/** Returns an option whose text the program accepts without restriction. */
const payloadWords = (option: string, text: string): CommandPart => ({ words: quoteWords([option, text]) })

function quoteWords(words: readonly (string | number)[]): string {
  return words.map((word) => shellWord(String(word))).join(' ')
}

const noteAlone = (note: CommandNote): CommandPart => ({ words: '', note })

/** Formats the command with a line for each part. */
function command(program: string, parts: readonly CommandPart[]): Command {
  const words = parts.map((one) => one.words).filter((one) => one !== '')
  const given = new Set(parts.map(({ note }) => note))
  return {
    text: [program, ...words].join(' \\\n  '),
    notes: commandNotes.filter((note) => given.has(note)),
  }
}
