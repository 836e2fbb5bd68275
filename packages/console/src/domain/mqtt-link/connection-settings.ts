import * as v from 'valibot'
import { scramMethods } from '#domain/mqtt-link/enhanced/scram-methods.ts'

/** The session expiry in seconds that means never (MQTT 5 §3.1.2.11.2). */
export const neverExpires = 0xffffffff

const port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535))
const qos = v.picklist([0, 1, 2])
const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff))
const short = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65535))
const pairs = v.array(v.object({ key: v.string(), value: v.string() }))

const willSchema = v.object({
  enable: v.boolean(),
  topic: v.string(),
  payload: v.string(),
  encoding: v.picklist(['text', 'hex', 'base64']),
  qos,
  retain: v.boolean(),
  delay: v.optional(whole),
  expiry: v.optional(whole),
  isText: v.boolean(),
  contentType: v.optional(v.string()),
  responseTopic: v.optional(v.string()),
  correlationData: v.optional(v.string()),
  userProperties: pairs,
})

/**
 * The enhanced authentication (MQTT 5 §4.12). SCRAM uses username and password of the connection; another method has
 * a name and data.
 */
const enhancedSchema = v.object({
  method: v.picklist(['none', ...scramMethods, 'other']),
  name: v.string(),
  data: v.string(),
  encoding: v.picklist(['text', 'hex', 'base64']),
})
type Enhanced = v.InferOutput<typeof enhancedSchema>

const notEnhanced: Enhanced = { method: 'none', name: '', data: '', encoding: 'text' }

/** All settings of a connection except for the password; these may be stored. */
export const connectionSettingsSchema = v.object({
  /** The route: through the server's own tunnel, or directly to a listener. */
  via: v.picklist(['tunnel', 'direct']),
  /** The node of the tunnel; if empty, any running node. */
  node: v.string(),
  host: v.string(),
  port,
  path: v.string(),
  tls: v.boolean(),
  clientId: v.string(),
  username: v.string(),
  version: v.picklist([4, 5]),
  /** Missing in settings that were stored before the option existed. */
  enhanced: v.optional(enhancedSchema, notEnhanced),
  /** The keep-alive in seconds; 0 is off. */
  keepalive: short,
  /** Clean start in MQTT 5, clean session in 3.1.1. */
  clean: v.boolean(),
  sessionExpiry: whole,
  receiveMaximum: v.optional(v.pipe(short, v.minValue(1))),
  maximumPacketSize: v.optional(v.pipe(whole, v.minValue(1))),
  topicAliasMaximum: v.optional(short),
  requestResponseInformation: v.boolean(),
  requestProblemInformation: v.boolean(),
  userProperties: pairs,
  will: willSchema,
  /** The timeout in seconds for the broker's response. */
  connectTimeout: v.pipe(v.number(), v.minValue(1), v.maxValue(120)),
  /** The seconds between attempts, for the first connection and after a lost connection; 0 is off. */
  reconnectPeriod: v.pipe(v.number(), v.minValue(0), v.maxValue(3600)),
})
export type ConnectionSettings = v.InferOutput<typeof connectionSettingsSchema>

/** The request that a worker receives to connect. The password exists only here and in the memory of the page. */
export const linkRequestSchema = v.object({
  url: v.string(),
  settings: connectionSettingsSchema,
  password: v.optional(v.string()),
})
export type LinkRequest = v.InferOutput<typeof linkRequestSchema>

/** Returns the initial settings for a page at this URL: through the tunnel, MQTT 5, clean. */
export function defaultSettings(clientId: string, page: Pick<Location, 'hostname' | 'protocol'>) {
  const tls = page.protocol === 'https:'
  return {
    via: 'tunnel',
    node: '',
    host: page.hostname,
    port: tls ? 8084 : 8083,
    path: '/mqtt',
    tls,
    clientId,
    username: '',
    version: 5,
    enhanced: notEnhanced,
    // Proxies commonly close connections that are silent for 60 seconds.
    keepalive: 45,
    clean: true,
    sessionExpiry: 0,
    requestResponseInformation: false,
    requestProblemInformation: true,
    userProperties: [],
    will: {
      enable: false,
      topic: '',
      payload: '',
      encoding: 'text',
      qos: 0,
      retain: false,
      isText: false,
      userProperties: [],
    },
    connectTimeout: 5,
    reconnectPeriod: 5,
  } satisfies ConnectionSettings
}
