import * as v from 'valibot'

/** The reason why a client ends an enhanced authentication that the broker would have continued. */
const authenticationFaultSchema = v.variant('kind', [
  /** The broker's data are not a message of the method. */
  v.object({ kind: v.literal('unreadable') }),
  /** The broker's response belongs to another exchange. */
  v.object({ kind: v.literal('nonce') }),
  v.object({ kind: v.literal('iterations'), asked: v.number(), most: v.number() }),
  /** The method's own word for the error (RFC 5802 §7). */
  v.object({ kind: v.literal('said'), word: v.string() }),
  /** The broker accepted the client, but did not prove that it knows the password. */
  v.object({ kind: v.literal('signature') }),
  v.object({ kind: v.literal('no-signature') }),
  /** The broker sends another challenge, but the typed data contain no further response. */
  v.object({ kind: v.literal('question') }),
])
export type AuthenticationFault = v.InferOutput<typeof authenticationFaultSchema>

/** The states of the specification, §4. */
const linkPhases = ['connecting', 'connected', 'disconnecting', 'disconnected', 'reconnecting'] as const
export type LinkPhase = (typeof linkPhases)[number]

/** The values that the broker granted, in MQTT 5 with its limits (§3.2.2.3). */
const connackSchema = v.object({
  version: v.picklist([4, 5]),
  isSessionPresent: v.boolean(),
  assignedClientId: v.optional(v.string()),
  serverKeepAlive: v.optional(v.number()),
  sessionExpiry: v.optional(v.number()),
  receiveMaximum: v.optional(v.number()),
  maximumQos: v.optional(v.picklist([0, 1, 2])),
  maximumPacketSize: v.optional(v.number()),
  topicAliasMaximum: v.optional(v.number()),
  hasRetain: v.optional(v.boolean()),
  hasWildcards: v.optional(v.boolean()),
  hasSubscriptionIds: v.optional(v.boolean()),
  hasSharedSubscriptions: v.optional(v.boolean()),
  responseInformation: v.optional(v.string()),
  reasonString: v.optional(v.string()),
})
export type Connack = v.InferOutput<typeof connackSchema>

/** The observed end of a connection, or of an attempt to connect. */
export const linkEndSchema = v.variant('kind', [
  /** The operator ended the connection. */
  v.object({ kind: v.literal('asked') }),
  /** The broker sent a CONNACK with a code other than 0. */
  v.object({
    kind: v.literal('refused'),
    version: v.picklist([4, 5]),
    code: v.number(),
    reasonString: v.optional(v.string()),
    /** The progress of an enhanced authentication. */
    authentication: v.optional(v.object({ method: v.string(), step: v.picklist(['first', 'proof']) })),
  }),
  /** This client ended an enhanced authentication. */
  v.object({ kind: v.literal('unproven'), method: v.string(), fault: authenticationFaultSchema }),
  /** The broker sent a DISCONNECT, which only MQTT 5 has. */
  v.object({ kind: v.literal('ended'), code: v.number(), reasonString: v.optional(v.string()) }),
  /** The WebSocket never opened: browsers give no reason. */
  v.object({ kind: v.literal('unopened'), afterMs: v.number(), isTimeout: v.boolean() }),
  /** The WebSocket opened, but there was no response to the CONNECT in time. */
  v.object({ kind: v.literal('unanswered'), afterMs: v.number() }),
  /** The WebSocket opened and was closed without any MQTT packet. */
  v.object({
    kind: v.literal('closed'),
    version: v.picklist([4, 5]),
    wasConnected: v.boolean(),
    closeCode: v.number(),
    closeReason: v.string(),
  }),
  /** The broker did not respond to the pings. */
  v.object({ kind: v.literal('silent') }),
  /** The browser refused to connect, or the received data were not MQTT. */
  v.object({ kind: v.literal('failed'), message: v.string() }),
])
export type LinkEnd = v.InferOutput<typeof linkEndSchema>

export const linkStateSchema = v.object({
  phase: v.picklist(linkPhases),
  /** The time of the message, in epoch milliseconds. */
  since: v.number(),
  /** The broker's CONNACK, set while connected. */
  connack: v.optional(connackSchema),
  /** The reason why there is no connection, or why it is being restored. */
  end: v.optional(linkEndSchema),
  /** The state of the retries, while the connection is being restored. */
  retry: v.optional(
    v.object({
      /** The number of consecutive failed attempts. */
      failures: v.number(),
      /** The time of the next attempt in epoch milliseconds; undefined during an attempt. */
      nextAt: v.optional(v.number()),
    }),
  ),
})
export type LinkState = v.InferOutput<typeof linkStateSchema>
