import * as v from 'valibot'

/** Why a client ends an enhanced authentication that the broker would have gone on with. */
const authenticationFaultSchema = v.variant('kind', [
  /** What the broker said is no message of the method. */
  v.object({ kind: v.literal('unreadable') }),
  /** It answered to what somebody else has said. */
  v.object({ kind: v.literal('nonce') }),
  v.object({ kind: v.literal('iterations'), asked: v.number(), most: v.number() }),
  /** The method's own word for what went wrong (RFC 5802 §7). */
  v.object({ kind: v.literal('said'), word: v.string() }),
  /** It let the client in, and did not prove that it knows the password. */
  v.object({ kind: v.literal('signature') }),
  v.object({ kind: v.literal('no-signature') }),
  /** It asks on, and there is no more to say than was typed. */
  v.object({ kind: v.literal('question') }),
])
export type AuthenticationFault = v.InferOutput<typeof authenticationFaultSchema>

/** The states of the specification, §4. */
const linkPhases = ['connecting', 'connected', 'disconnecting', 'disconnected', 'reconnecting'] as const
export type LinkPhase = (typeof linkPhases)[number]

/** What the broker granted, in MQTT 5 with its limits (§3.2.2.3). */
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

/** What could be seen of the end of a connection, or of an attempt at one. */
export const linkEndSchema = v.variant('kind', [
  /** The operator wanted it. */
  v.object({ kind: v.literal('asked') }),
  /** CONNACK with a code other than 0. */
  v.object({
    kind: v.literal('refused'),
    version: v.picklist([4, 5]),
    code: v.number(),
    reasonString: v.optional(v.string()),
    /** How far an enhanced authentication had come. */
    authentication: v.optional(v.object({ method: v.string(), step: v.picklist(['first', 'proof']) })),
  }),
  /** This client ended an enhanced authentication. */
  v.object({ kind: v.literal('unproven'), method: v.string(), fault: authenticationFaultSchema }),
  /** DISCONNECT of the broker, which only MQTT 5 has. */
  v.object({ kind: v.literal('ended'), code: v.number(), reasonString: v.optional(v.string()) }),
  /** The WebSocket never opened: a browser does not say why. */
  v.object({ kind: v.literal('unopened'), afterMs: v.number(), isTimeout: v.boolean() }),
  /** It opened, and nobody answered the CONNECT in time. */
  v.object({ kind: v.literal('unanswered'), afterMs: v.number() }),
  /** It opened and was closed without a word of MQTT. */
  v.object({
    kind: v.literal('closed'),
    version: v.picklist([4, 5]),
    wasConnected: v.boolean(),
    closeCode: v.number(),
    closeReason: v.string(),
  }),
  /** The broker did not answer the pings. */
  v.object({ kind: v.literal('silent') }),
  /** The browser refused to try, or what came was no MQTT. */
  v.object({ kind: v.literal('failed'), message: v.string() }),
])
export type LinkEnd = v.InferOutput<typeof linkEndSchema>

export const linkStateSchema = v.object({
  phase: v.picklist(linkPhases),
  /** The time of the message, in epoch milliseconds. */
  since: v.number(),
  /** While connected. */
  connack: v.optional(connackSchema),
  /** Why there is no connection, or why it is made anew. */
  end: v.optional(linkEndSchema),
  /** While it is made anew. */
  retry: v.optional(
    v.object({
      /** Attempts in a row that came to nothing. */
      failures: v.number(),
      /** Epoch milliseconds; undefined while it is tried. */
      nextAt: v.optional(v.number()),
    }),
  ),
})
export type LinkState = v.InferOutput<typeof linkStateSchema>
