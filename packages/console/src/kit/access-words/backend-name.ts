import { visibleText } from '#lib/visible-text.ts'
import { accessWords as m } from '../messages/mqtt.ts'

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

/** How people call a back end; one that is not known here as the broker spells it. */
export function backendName(backend: string): string {
  return names.get(backend) ?? visibleText(backend, 80)
}
