import type { AccessClient } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { AccessFacts, AccessListener } from './access-facts.ts'

/** A fact that rules may refer to and that is not known of the client. */
export type UnknownFact = 'address' | 'attributes' | 'certificate'

/** The client that an access request is about, with the facts that are unknown of it. */
export interface Asker {
  readonly client: AccessClient
  readonly unknown: ReadonlySet<UnknownFact>
}

/** Describes a client either by the facts of its session or by facts that were typed in. */
export interface AskedAbout {
  readonly clientid: string
  readonly as: 'session' | 'typed'
  /** The username; an empty string means that the client has no username. */
  readonly username: string
  /** The IP address of the client; an empty string means that it is unknown. */
  readonly peerhost: string
  readonly listener: string
  /**
   * The common name of the client certificate; an empty string means unknown. The broker does not show it for any
   * client.
   */
  readonly certCommonName?: string
}

/**
 * Tells whether the broker may know a client certificate. A listener that requests no certificate has seen none; a
 * proxy may pass on what it has seen.
 */
export function mayKnowCertificate(id: string, listener: AccessListener | undefined): boolean {
  if (listener?.proxy_protocol === true) return true
  return /^(ssl|wss|quic):/.test(id) && listener?.ssl_options?.['verify'] !== 'verify_none'
}

function toTextAttributes(attributes: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
}

/** Builds the asker of a request. Attributes are known only for a client that has a session. */
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
