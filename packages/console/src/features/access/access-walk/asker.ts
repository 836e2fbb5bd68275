import type { AccessClient } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { AccessFacts, AccessListener } from './access-facts.ts'

/** What rules may speak of and nobody has said. */
export type UnknownFact = 'address' | 'attributes' | 'certificate'

/** Whom a question is about. */
export interface Asker {
  readonly client: AccessClient
  readonly unknown: ReadonlySet<UnknownFact>
}

/** A client by the facts of its session, or by those that are given. */
export interface AskedAbout {
  readonly clientid: string
  readonly as: 'session' | 'typed'
  /** Empty: none. */
  readonly username: string
  /** Empty: unknown. */
  readonly peerhost: string
  readonly listener: string
  /** Empty: unknown. The broker shows it of nobody. */
  readonly certCommonName?: string
}

/** A listener that asks nobody for a certificate has seen none; a proxy may tell what it has seen. */
export function mayKnowCertificate(id: string, listener: AccessListener | undefined): boolean {
  if (listener?.proxy_protocol === true) return true
  return /^(ssl|wss|quic):/.test(id) && listener?.ssl_options?.['verify'] !== 'verify_none'
}

function toTextAttributes(attributes: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
}

/** Attributes are only known of a session. */
export function buildAsker(
  asked: AskedAbout,
  { session, listener }: Pick<AccessFacts, 'session' | 'listener'>,
): Asker {
  const { clientid, as, certCommonName = '' } = asked
  const isSession = as === 'session' && session !== undefined
  const at = isSession ? (session.listener ?? asked.listener) : asked.listener
  const peerhost = isSession ? (session.ip_address ?? '') : asked.peerhost
  const username = isSession ? (session.username ?? undefined) : asked.username
  const unknown = new Set<UnknownFact>()
  if (peerhost === '') unknown.add('address')
  if (!isSession) unknown.add('attributes')
  const isCertified = mayKnowCertificate(at, listener)
  if (isCertified && certCommonName === '') unknown.add('certificate')
  return {
    client: {
      clientid,
      username: username === '' && !isSession ? undefined : username,
      peerhost,
      attributes: isSession ? toTextAttributes(session.client_attrs) : {},
      listener: at,
      ...(isCertified && certCommonName !== '' ? { certCommonName } : {}),
      ...(listener?.zone === undefined ? {} : { zone: listener.zone }),
      ...(isSession && typeof session.mountpoint === 'string' ? { mountpoint: session.mountpoint } : {}),
      ...(isSession && session.proto_name !== undefined ? { protocolName: session.proto_name } : {}),
    },
    unknown,
  }
}
