import * as v from 'valibot'

/** Why a client ends an enhanced authentication that the broker would have gone on with. */
export const authenticationFaultSchema = v.variant('kind', [
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
