import { type ScramMethod, scramMethods } from '#domain/mqtt-link/enhanced/scram-methods.ts'
import { bytesFromBase64 } from '#lib/payload.ts'
import type { ConnectionSettings, LinkRequest } from './connection-settings.ts'
import { pairsToRecord } from './read-packet.ts'

type Will = ConnectionSettings['will']

/**
 * What the library is given to connect with; of MQTT 5 only what that version has. `firstOf` tells the data that an
 * enhanced authentication begins with, other ones for each attempt.
 */
export function connectOptions({ settings, password }: LinkRequest, firstOf: () => Uint8Array | undefined) {
  const { version, clientId, username, keepalive, clean, connectTimeout, reconnectPeriod, will } = settings
  // MQTT 5 allows a password alone, the library does not: then the username is there and empty.
  // SCRAM proves the password instead of sending it.
  const hasPassword = password !== undefined && password !== '' && scramMethod(settings) === undefined
  return {
    // Workers have timers of their own that no hidden tab slows down, and another worker would need a blob.
    timerVariant: 'native',
    forceNativeWebSocket: true,
    protocolVersion: version,
    clientId,
    keepalive,
    clean,
    connectTimeout: connectTimeout * 1000,
    reconnectPeriod: reconnectPeriod * 1000,
    // Whether a refusal is for good is decided by its code.
    reconnectOnConnackError: true,
    // Done by whoever asked, who wants to see each answer.
    resubscribe: false,
    ...(username === '' && !hasPassword ? {} : { username }),
    ...(hasPassword ? { password } : {}),
    ...(version === 5 ? { properties: connectProperties(settings, firstOf) } : {}),
    ...(will.enable ? { will: willOptions(will, version) } : {}),
  } as const
}

function connectProperties(settings: ConnectionSettings, firstOf: () => Uint8Array | undefined) {
  const properties = plainProperties(settings)
  const authenticationMethod = methodName(settings)
  if (authenticationMethod === undefined) return properties
  const { method, data } = settings.enhanced
  if (method === 'other' && data === '') return { ...properties, authenticationMethod }
  return {
    ...properties,
    authenticationMethod,
    // Read by the library for each CONNECT, after it has opened the socket for it.
    get authenticationData() {
      return firstOf()
    },
  }
}

function plainProperties(settings: ConnectionSettings) {
  const { receiveMaximum, maximumPacketSize, topicAliasMaximum, userProperties } = settings
  return {
    sessionExpiryInterval: settings.sessionExpiry,
    requestResponseInformation: settings.requestResponseInformation,
    requestProblemInformation: settings.requestProblemInformation,
    ...(receiveMaximum === undefined ? {} : { receiveMaximum }),
    ...(maximumPacketSize === undefined ? {} : { maximumPacketSize }),
    ...(topicAliasMaximum === undefined ? {} : { topicAliasMaximum }),
    ...(userProperties.length === 0 ? {} : { userProperties: toPropertyRecord(userProperties) }),
  }
}

function willOptions(will: Will, version: 4 | 5) {
  const { topic, qos, retain } = will
  const message = { topic, payload: willPayload(will), qos, retain }
  return version === 5 ? { ...message, properties: willProperties(will) } : message
}

function willProperties(will: Will) {
  const { delay, expiry, isText, contentType, responseTopic, correlationData, userProperties } = will
  return {
    ...(delay === undefined ? {} : { willDelayInterval: delay }),
    ...(expiry === undefined ? {} : { messageExpiryInterval: expiry }),
    ...(isText ? { payloadFormatIndicator: true } : {}),
    ...(contentType === undefined ? {} : { contentType }),
    ...(responseTopic === undefined ? {} : { responseTopic }),
    ...(correlationData === undefined ? {} : { correlationData: new TextEncoder().encode(correlationData) }),
    ...(userProperties.length === 0 ? {} : { userProperties: toPropertyRecord(userProperties) }),
  }
}

const toPropertyRecord = (pairs: ConnectionSettings['userProperties']) =>
  pairsToRecord(pairs.map(({ key, value }) => [key, value]))

/** The bytes of a last will, which was checked when it was typed. */
export function willPayload({
  payload,
  encoding,
}: Pick<ConnectionSettings['will'], 'payload' | 'encoding'>): Uint8Array {
  if (encoding === 'text') return new TextEncoder().encode(payload)
  if (encoding === 'base64') return bytesFromBase64(payload) ?? new Uint8Array()
  return Uint8Array.from(payload.match(/[0-9a-f]{2}/gi) ?? [], (byte) => Number.parseInt(byte, 16))
}

type AuthenticationSettings = Pick<ConnectionSettings, 'version' | 'enhanced'>

/** Only MQTT 5 has enhanced authentication (§4.12). */
export function findChosenMethod({
  version,
  enhanced,
}: AuthenticationSettings): ScramMethod | 'other' | undefined {
  return version === 4 || enhanced.method === 'none' ? undefined : enhanced.method
}

export function scramMethod(settings: AuthenticationSettings): ScramMethod | undefined {
  return scramMethods.find((method) => method === findChosenMethod(settings))
}

/** As it is called on the wire. */
export function methodName(settings: AuthenticationSettings): string | undefined {
  const method = findChosenMethod(settings)
  return method === 'other' ? settings.enhanced.name : method
}
