import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { login } from '@brokerdeck/contract/system/login.ts'
import * as v from 'valibot'
import type { ApiKey } from '#options/api-key-file.ts'
import type { Answer, BrokerClient, Credentials } from './broker-client.ts'

/** The credentials for a broker: those of a user, or an API key. */
export type Access = { readonly username: string; readonly password: string } | { readonly apiKey: ApiKey }

type BrokerAnswer = Extract<Answer, { kind: 'answer' }>

/** Holds what a command needs for its requests after it has signed in. */
export interface BrokerSession {
  readonly kind: 'open'
  readonly credentials: Credentials
  /** The endpoint whose response showed that access is granted, and that response. */
  readonly asked: Endpoint
  readonly answer: BrokerAnswer
  /** A secret that was received or derived and must not be printed. */
  readonly secret: string
  /** The edition that the login reports; undefined for an API key. */
  readonly edition: string | undefined
  /** Logs out, so that the token does not outlive the command; if this fails, the token expires by itself. */
  readonly close: () => Promise<Answer | undefined>
}

export type Opening =
  | BrokerSession
  /** Access is refused; `reason` is the text to print. */
  | {
      readonly kind: 'refused'
      readonly asked: Endpoint
      readonly answer: BrokerAnswer
      readonly reason: string
    }
  /** The address does not respond. */
  | { readonly kind: 'none'; readonly asked: Endpoint; readonly reason: string }

/** The schema requires only what is needed, so a login with more or fewer fields is accepted. */
const tokenSchema = v.object({
  token: v.string(),
  license: v.optional(v.fallback(v.object({ edition: v.optional(v.string()) }), {}), {}),
})

/** Returns the secrets of the credentials that must not be printed. */
export function listSecrets(access: Access): readonly string[] {
  if (!('apiKey' in access)) return [access.password]
  const { key, secret } = access.apiKey
  return [secret, Buffer.from(`${key}:${secret}`).toString('base64')]
}

/** Signs in, or tries the API key with a single request, because a wrong key is refused by every endpoint. */
export async function openSession(client: BrokerClient, access: Access): Promise<Opening> {
  const isKey = 'apiKey' in access
  const asked = isKey ? cluster.get : login.login
  const answer = isKey
    ? await client.ask(cluster.get, {}, access.apiKey)
    : await client.ask(
        login.login,
        { body: { username: access.username, password: access.password } },
        undefined,
      )
  if (answer.kind === 'none') return { ...answer, asked }
  if (isKey) {
    const { key, secret } = access.apiKey
    if (answer.status === 401)
      return { kind: 'refused', asked, answer, reason: `the API key is refused: ${spellRefusal(answer)}` }
    return {
      kind: 'open',
      asked,
      answer,
      credentials: access.apiKey,
      edition: undefined,
      secret: Buffer.from(`${key}:${secret}`).toString('base64'),
      close: () => Promise.resolve(undefined),
    }
  }
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenSchema), answer.text)
  if (answer.status !== 200 || !told.success)
    return { kind: 'refused', asked, answer, reason: `no sign-in: ${spellRefusal(answer)}` }
  const { token, license } = told.output
  return {
    kind: 'open',
    asked,
    answer,
    credentials: token,
    secret: token,
    edition: license.edition,
    close: () => client.ask(login.logout, { body: { username: access.username } }, token),
  }
}

function spellRefusal({ status, contentType, text }: BrokerAnswer): string {
  const { code, message } = parseRefusal(status, contentType, text)
  return [`HTTP ${status}`, ...[code, message].filter((part) => part !== '')].join(' · ')
}
