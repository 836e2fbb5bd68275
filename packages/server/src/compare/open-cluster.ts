import { type AskCluster, readAnswer, refuseSilence } from '@brokerdeck/console/compare/ask.ts'
import { explainFailure } from '@brokerdeck/console/compare/compare-kind.ts'
import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { openBrokerClient, type RequestInput } from '#broker-client/broker-client.ts'
import { type Access, listSecrets, openSession } from '#broker-client/broker-session.ts'
import { printable, withoutSecrets } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import type { UpstreamTrust } from '#proxy/upstream.ts'

export interface ClusterAccess extends UpstreamTrust {
  readonly broker: string
  readonly access: Access
}

/** A cluster that the command has signed in to. */
export interface OpenCluster {
  readonly name: string
  readonly ask: AskCluster
  /** The edition that the login reports; undefined for an API key. */
  readonly edition: string | undefined
  /** Explains why something could not be read, in a line without secrets and without terminal control characters. */
  readonly explain: (error: unknown) => string
  /** Adds secrets that explanations must not contain from now on. */
  readonly conceal: (secrets: readonly string[]) => void
  /** Signs out. */
  close(): Promise<void>
}

export async function openCluster({ broker, access, ...trust }: ClusterAccess): Promise<OpenCluster> {
  const client = openBrokerClient(broker, trust)
  const secrets = [...listSecrets(access)]
  const session = await openSession(client, access)
  if (session.kind !== 'open') {
    client.close()
    throw new StartError('CANNOT_SIGN_IN', `${broker}: ${printable(withoutSecrets(session.reason, secrets))}`)
  }
  secrets.push(session.secret)

  function ask<E extends Endpoint>(endpoint: E, given: RequestOf<E>): Promise<ResponseOf<E>>
  async function ask(endpoint: Endpoint, given: RequestInput): Promise<unknown> {
    const answer = await client.ask(endpoint, given, credentials)
    if (answer.kind === 'answer') return readAnswer(endpoint, answer)
    throw refuseSilence({ kind: 'unreachable', cause: 'broker', detail: answer.reason })
  }
  const { credentials } = session
  return {
    name: broker,
    ask,
    edition: session.edition,
    explain: (error) => printable(explainFailure(error, (text) => withoutSecrets(text, secrets))),
    conceal: (more) => void secrets.push(...more),
    async close() {
      await session.close()
      client.close()
    },
  }
}
