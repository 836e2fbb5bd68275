import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthnAnswer, Credentials } from '../../mqtt/client/access.ts'
import { notAuthorized, type Step } from './authenticator.ts'
import { type ScramDigest, type ScramKeys, scramHash, scramMac } from './scram-keys.ts'

export interface ScramUser extends ScramKeys {
  readonly isSuperuser: boolean
}

const methods = { sha256: 'SCRAM-SHA-256', sha512: 'SCRAM-SHA-512' } as const

/** RFC 5802 §7: `n=` is the name, `r=` is the client's nonce; channel binding is not offered. */
const firstMessage = /^([ny]),(?:a=[^,]*)?,(n=([^,]*),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?)$/s
const finalMessage = /^(c=([^,]*),r=([^,]*)(?:,.*)?),p=([A-Za-z0-9+/]+={0,2})$/s

const decodeName = (written: string): string => written.replaceAll('=2C', ',').replaceAll('=3D', '=')

function prove(digest: ScramDigest, user: ScramUser, message: string, proof: Buffer): boolean {
  const signature = scramMac(digest, user.storedKey, message)
  if (proof.length !== signature.length) return false
  const clientKey = Buffer.from(proof.map((byte, at) => byte ^ (signature[at] ?? 0)))
  return timingSafeEqual(scramHash(digest, clientKey), user.storedKey)
}

/**
 * Runs the server's side of SCRAM (RFC 5802) in the packets of MQTT 5 §4.12. Ignores unknown users, so the next
 * authenticator decides.
 */
export async function scramStep(
  digest: ScramDigest,
  { method, data }: Credentials,
  find: (username: string) => Promise<ScramUser | undefined>,
): Promise<Step> {
  if (method !== methods[digest]) return 'ignore'
  const first = firstMessage.exec(data?.toString('utf8') ?? '')
  if (first === null) return notAuthorized
  const [, binding = '', bare = '', name = '', clientNonce = ''] = first
  const user = await find(decodeName(name))
  if (user === undefined) return 'ignore'
  const nonce = clientNonce + randomBytes(18).toString('base64url')
  const serverFirst = `r=${nonce},s=${user.salt.toString('base64')},i=${user.iterations}`
  return {
    kind: 'continue',
    data: Buffer.from(serverFirst),
    answer: (answer) => finish({ digest, user, binding, nonce, said: `${bare},${serverFirst}` }, answer),
  }
}

interface Exchange {
  readonly digest: ScramDigest
  readonly user: ScramUser
  /** The client's channel binding flag, which the client has to repeat. */
  readonly binding: string
  readonly nonce: string
  /** All messages that both sides have sent so far. */
  readonly said: string
}

function finish({ digest, user, binding, nonce, said }: Exchange, answer: Buffer): AuthnAnswer {
  const final = finalMessage.exec(answer.toString('utf8'))
  if (final === null) return notAuthorized
  const [, withoutProof = '', channel = '', echoed = '', proof = ''] = final
  const isBound = channel === Buffer.from(`${binding},,`).toString('base64')
  const message = `${said},${withoutProof}`
  const isProven = prove(digest, user, message, Buffer.from(proof, 'base64'))
  if (!isBound || echoed !== nonce || !isProven) return notAuthorized
  const signature = scramMac(digest, user.serverKey, message).toString('base64')
  return { kind: 'allow', isSuperuser: user.isSuperuser, data: Buffer.from(`v=${signature}`) }
}
