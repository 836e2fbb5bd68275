import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import { chosenMethod, scramMethod } from '#domain/mqtt-link/enhanced/chosen-method.ts'
import { willPayload } from '#domain/mqtt-link/will-payload.ts'
import { type CommandPart, noteAlone, part, payloadWords } from './command.ts'
import type { CommandTarget } from './command-target.ts'
import { commandText, propertyParts } from './property-parts.ts'

export interface CommandLink {
  readonly target: CommandTarget
  readonly settings: ConnectionSettings
  readonly hasPassword: boolean
}

/** The least that the program takes. */
const shortestKeepalive = 5

/** Where to, as whom, and with what the broker may decide by. */
export function connectParts({
  target,
  settings,
  hasPassword: isThere,
}: CommandLink): readonly CommandPart[] {
  const { host, port, tls } = target
  const { version, clientId, username, userProperties } = settings
  // SCRAM keeps the password from the broker, and so does the command.
  const hasPassword = isThere && scramMethod(settings) === undefined
  return [
    host === undefined ? { words: '-h "$MQTT_HOST"', note: 'host' } : part(['-h', host]),
    port === undefined ? { words: '-p "$MQTT_PORT"', note: 'port' } : part(['-p', port]),
    ...(tls ? [part(['--tls-use-os-certs'], 'certificate')] : []),
    part(['-V', version === 5 ? 'mqttv5' : 'mqttv311']),
    // Another one: with the same the broker would throw this connection out.
    ...(clientId === '' ? [] : [part(['-i', `${clientId}-cli`], 'clientId')]),
    ...(username === '' && !hasPassword ? [] : [part(['-u', username])]),
    ...(hasPassword ? [{ words: '-P "$MQTT_PASSWORD"', note: 'password' as const }] : []),
    ...(chosenMethod(settings) === undefined ? [] : [noteAlone('enhanced')]),
    ...(version === 5
      ? userProperties.map(({ key, value }) => part(['-D', 'connect', 'user-property', key, value]))
      : []),
  ]
}

/** Of a session that lasts a while, and of its end. */
export function sessionParts(settings: ConnectionSettings): readonly CommandPart[] {
  const { version, clean, keepalive, sessionExpiry } = settings
  return [
    ...keepaliveParts(keepalive),
    ...(clean ? [] : [part(['-c'])]),
    // A session that is kept would otherwise be kept for ever.
    ...(version === 5 && !(clean && sessionExpiry === 0) ? [part(['-x', sessionExpiry])] : []),
    ...(version === 5 ? receiverParts(settings) : []),
    ...willParts(settings),
  ]
}

function keepaliveParts(keepalive: number): readonly CommandPart[] {
  if (keepalive === 60) return []
  return keepalive < shortestKeepalive ? [noteAlone('keepalive')] : [part(['-k', keepalive])]
}

/** MQTT 5 §3.1.2.11. */
function receiverParts(settings: ConnectionSettings): readonly CommandPart[] {
  const { receiveMaximum, maximumPacketSize, topicAliasMaximum } = settings
  const given = (name: string, value: number | undefined) =>
    value === undefined ? [] : [part(['-D', 'connect', name, value])]
  return [
    ...given('receive-maximum', receiveMaximum),
    ...given('maximum-packet-size', maximumPacketSize),
    ...given('topic-alias-maximum', topicAliasMaximum),
    ...given('request-response-information', settings.requestResponseInformation ? 1 : undefined),
    ...given('request-problem-information', settings.requestProblemInformation ? undefined : 0),
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
