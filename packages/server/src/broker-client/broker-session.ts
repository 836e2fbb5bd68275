import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { login } from '@brokerdeck/contract/system/login.ts'
import * as v from 'valibot'
import type { ApiKey } from '#options/api-key-file.ts'
import type { Answer, BrokerClient, Credentials } from './broker-client.ts'

/** Who asks a broker: a user, or an API key. */
export type Access = { readonly username: string; readonly password: string } | { readonly apiKey: ApiKey }

type BrokerAnswer = Extract<Answer, { kind: 'answer' }>

/** What a command asks by once it is let in. */
export interface BrokerSession {
  readonly kind: 'open'
  readonly credentials: Credentials
  /** The question that told that it is let in, and what was answered. */
  readonly asked: Endpoint
  readonly answer: BrokerAnswer
  /** What it has learnt that nothing may repeat. */
  readonly secret: string
  /** As the login names it; an API key is told none. */
  readonly edition: string | undefined
  /** A token that was given does not outlive the command; where that fails it ends by itself. */
  readonly close: () => Promise<Answer | undefined>
}

export type Opening =
  | BrokerSession
  /** Nobody is let in: `reason` is what to say. */
  | {
      readonly kind: 'refused'
      readonly asked: Endpoint
      readonly answer: BrokerAnswer
      readonly reason: string
    }
  /** The address gives no answer. */
  | { readonly kind: 'none'; readonly asked: Endpoint; readonly reason: string }

/** As little as is needed: a login that says more or less lets in as well. */
const tokenSchema = v.object({
  token: v.string(),
  license: v.optional(v.fallback(v.object({ edition: v.optional(v.string()) }), {}), {}),
})

/** What nothing may repeat of who asks. */
export function listSecrets(access: Access): readonly string[] {
  if (!('apiKey' in access)) return [access.password]
  const { key, secret } = access.apiKey
  return [secret, Buffer.from(`${key}:${secret}`).toString('base64')]
}

/** Signs in, or tries the key: one that is wrong is refused by every question, so one is enough. */
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
