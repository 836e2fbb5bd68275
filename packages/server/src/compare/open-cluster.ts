import { type Ask, readAnswer, refuseSilence } from '@brokerdeck/console/compare/ask.ts'
import { explainFailure } from '@brokerdeck/console/compare/compare-kind.ts'
import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { login } from '@brokerdeck/contract/system/login.ts'
import { type Asked, type Credentials, openBrokerClient } from '#check/broker-client.ts'
import { printable, withoutSecrets } from '../printable.ts'
import { StartError } from '../start-error.ts'
import type { UpstreamTrust } from '../upstream.ts'

/** Who asks: a user, or an API key. */
export type Signature =
  | { readonly user: string; readonly password: string }
  | { readonly key: string; readonly secret: string }

export interface ClusterAccess extends UpstreamTrust {
  readonly broker: string
  readonly signature: Signature
}

/** A cluster that the command has signed in to. */
export interface OpenCluster {
  readonly name: string
  readonly ask: Ask
  /** Why something of it could not be read, as a line that holds no secret and steers no terminal. */
  readonly explain: (error: unknown) => string
  /** What no explanation may repeat from now on. */
  readonly conceal: (secrets: readonly string[]) => void
  /** Signs out. */
  close(): Promise<void>
}

export async function openCluster({ broker, signature, ...trust }: ClusterAccess): Promise<OpenCluster> {
  const client = openBrokerClient(broker, trust)
  const secrets = 'password' in signature ? [signature.password] : [signature.secret]
  let credentials: Credentials | undefined = 'key' in signature ? signature : undefined

  function ask<E extends Endpoint>(endpoint: E, given: RequestOf<E>): Promise<ResponseOf<E>>
  async function ask(endpoint: Endpoint, given: Asked): Promise<unknown> {
    const answer = await client.ask(endpoint, given, credentials)
    if (answer.kind === 'answer') return readAnswer(endpoint, answer)
    throw refuseSilence({ kind: 'unreachable', cause: 'broker', detail: answer.reason })
  }

  const explain = (error: unknown) =>
    printable(explainFailure(error, (text) => withoutSecrets(text, secrets)))
  if ('user' in signature) {
    const { user, password } = signature
    try {
      const { token } = await ask(login.login, { body: { username: user, password } })
      secrets.push(token)
      credentials = token
    } catch (error) {
      client.close()
      throw new StartError('CANNOT_SIGN_IN', `${broker}: ${explain(error)}`)
    }
  }
  return {
    name: broker,
    ask,
    explain,
    conceal: (more) => void secrets.push(...more),
    async close() {
      // The token does not outlive the command; where that fails it ends by itself.
      if ('user' in signature)
        await client.ask(login.logout, { body: { username: signature.user } }, credentials)
      client.close()
    },
  }
}
