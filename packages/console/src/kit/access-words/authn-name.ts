import { visibleText } from '#lib/visible-text.ts'
import { accessWords as m } from '../messages/mqtt.ts'
import { backendName } from './backend-name.ts'

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

interface Named {
  readonly mechanism: string
  readonly backend?: string | undefined
}

/** How people call an authenticator: by its back end where it has one. */
export function authnName({ mechanism, backend }: Named): string {
  return backend === undefined ? mechanismName(mechanism) : backendName(backend)
}

/** Both, for where nothing else says which mechanism is meant. */
export function authnFullName({ mechanism, backend }: Named): string {
  return backend === undefined
    ? mechanismName(mechanism)
    : m.ofMechanism(backendName(backend), mechanismName(mechanism))
}
