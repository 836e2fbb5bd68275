import { accessWords as m } from '#kit/messages/mqtt.ts'
import { visibleText } from '#lib/visible-text.ts'

const mechanisms: ReadonlyMap<string, string> = new Map([
  ['password_based', m.passwordBased],
  ['jwt', 'JWT'],
  ['scram', 'SCRAM'],
  ['gssapi', 'GSSAPI'],
  ['cinfo', m.clientInfo],
  ['gcp_device', 'GCP Device'],
])

export function mechanismName(mechanism: string): string {
  return mechanisms.get(mechanism) ?? visibleText(mechanism, 80)
}

interface AuthenticatorKind {
  readonly mechanism: string
  readonly backend?: string | undefined
}

/**
 * Returns the display name of an authenticator: the name of its back end, or of its mechanism if it has no back end.
 */
export function authnName({ mechanism, backend }: AuthenticatorKind): string {
  return backend === undefined ? mechanismName(mechanism) : backendName(backend)
}

/** Returns both names, for places where nothing else shows which mechanism is meant. */
export function authnFullName({ mechanism, backend }: AuthenticatorKind): string {
  return backend === undefined
    ? mechanismName(mechanism)
    : m.ofMechanism(backendName(backend), mechanismName(mechanism))
}

const names: ReadonlyMap<string, string> = new Map([
  ['built_in_database', m.builtIn],
  ['file', m.file],
  ['http', m.http],
  ['mysql', 'MySQL'],
  ['postgresql', 'PostgreSQL'],
  ['mongodb', 'MongoDB'],
  ['redis', 'Redis'],
  ['ldap', 'LDAP'],
  ['kerberos', 'Kerberos'],
])

/** Returns the display name of a back end; an unknown back end keeps the broker's spelling. */
export function backendName(backend: string): string {
  return names.get(backend) ?? visibleText(backend, 80)
}
