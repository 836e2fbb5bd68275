import * as v from 'valibot'
import { scramMethods } from '#domain/mqtt-link/enhanced/scram-methods.ts'

/** Seconds; a session with this expiry never ends by itself (MQTT 5 §3.1.2.11.2). */
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

/** MQTT 5 §4.12. SCRAM takes username and password of the connection; another method has a name and data. */
const enhancedSchema = v.object({
  method: v.picklist(['none', ...scramMethods, 'other']),
  name: v.string(),
  data: v.string(),
  encoding: v.picklist(['text', 'hex', 'base64']),
})
type Enhanced = v.InferOutput<typeof enhancedSchema>

const notEnhanced: Enhanced = { method: 'none', name: '', data: '', encoding: 'text' }

/** Everything that a connection is made with, but the password: this is what may be stored. */
export const connectionSettingsSchema = v.object({
  /** Through the server's own tunnel, or straight to a listener. */
  via: v.picklist(['tunnel', 'direct']),
  /** Of the tunnel; empty: any that runs. */
  node: v.string(),
  host: v.string(),
  port,
  path: v.string(),
  tls: v.boolean(),
  clientId: v.string(),
  username: v.string(),
  version: v.picklist([4, 5]),
  /** Missing in what was stored before there was a choice. */
  enhanced: v.optional(enhancedSchema, notEnhanced),
  /** Seconds; 0 is off. */
  keepalive: short,
  /** Clean start of MQTT 5, clean session of 3.1.1. */
  clean: v.boolean(),
  sessionExpiry: whole,
  receiveMaximum: v.optional(v.pipe(short, v.minValue(1))),
  maximumPacketSize: v.optional(v.pipe(whole, v.minValue(1))),
  topicAliasMaximum: v.optional(short),
  requestResponseInformation: v.boolean(),
  requestProblemInformation: v.boolean(),
  userProperties: pairs,
  will: willSchema,
  /** Seconds until the broker must have answered. */
  connectTimeout: v.pipe(v.number(), v.minValue(1), v.maxValue(120)),
  /** Seconds between attempts, at the first connection and once one is lost; 0 is off. */
  reconnectPeriod: v.pipe(v.number(), v.minValue(0), v.maxValue(3600)),
})
export type ConnectionSettings = v.InferOutput<typeof connectionSettingsSchema>

/** What a worker is told to connect with. The password exists only here and in the memory of the page. */
export const linkRequestSchema = v.object({
  url: v.string(),
  settings: connectionSettingsSchema,
  password: v.optional(v.string()),
})
export type LinkRequest = v.InferOutput<typeof linkRequestSchema>

/** As a page of this address would begin: through the tunnel, MQTT 5, clean. */
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
    // Proxies commonly close what is silent for 60 seconds.
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
