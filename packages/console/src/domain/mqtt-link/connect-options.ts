import { type ScramMethod, scramMethods } from '#domain/mqtt-link/enhanced/scram-methods.ts'
import { bytesFromBase64 } from '#lib/payload.ts'
import type { ConnectionSettings, LinkRequest } from './connection-settings.ts'
import { pairsToRecord } from './read-packet.ts'

type Will = ConnectionSettings['will']

/**
 * Returns the library's options for connecting; MQTT 5 properties only for that version. `firstOf` returns the
 * initial data of an enhanced authentication, which differ for each attempt.
 */
export function connectOptions({ settings, password }: LinkRequest, firstOf: () => Uint8Array | undefined) {
  const { version, clientId, username, keepalive, clean, connectTimeout, reconnectPeriod, will } = settings
  // MQTT 5 allows a password without a username, but the library does not: an empty username is sent then. SCRAM
  // proves the password instead of sending it.
  const hasPassword = password !== undefined && password !== '' && scramMethod(settings) === undefined
  return {
    // Workers have their own timers, which hidden tabs do not slow down, and the library's timer worker would need a
    // blob.
    timerVariant: 'native',
    forceNativeWebSocket: true,
    protocolVersion: version,
    clientId,
    keepalive,
    clean,
    connectTimeout: connectTimeout * 1000,
    reconnectPeriod: reconnectPeriod * 1000,
    // The reason code decides whether a refusal is final.
    reconnectOnConnackError: true,
    // The caller subscribes again itself, because it needs each response.
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
    // The library reads this for each CONNECT, after it has opened the socket.
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

/** Returns the bytes of a last will, which was checked when it was typed. */
export function willPayload({
  payload,
  encoding,
}: Pick<ConnectionSettings['will'], 'payload' | 'encoding'>): Uint8Array {
  if (encoding === 'text') return new TextEncoder().encode(payload)
  if (encoding === 'base64') return bytesFromBase64(payload) ?? new Uint8Array()
  return Uint8Array.from(payload.match(/[0-9a-f]{2}/gi) ?? [], (byte) => Number.parseInt(byte, 16))
}

type AuthenticationSettings = Pick<ConnectionSettings, 'version' | 'enhanced'>

/** Returns the chosen method; only MQTT 5 has enhanced authentication (§4.12). */
export function findChosenMethod({
  version,
  enhanced,
}: AuthenticationSettings): ScramMethod | 'other' | undefined {
  return version === 4 || enhanced.method === 'none' ? undefined : enhanced.method
}

export function scramMethod(settings: AuthenticationSettings): ScramMethod | undefined {
  return scramMethods.find((method) => method === findChosenMethod(settings))
}

/** Returns the name of the method on the wire. */
export function methodName(settings: AuthenticationSettings): string | undefined {
  const method = findChosenMethod(settings)
  return method === 'other' ? settings.enhanced.name : method
}
