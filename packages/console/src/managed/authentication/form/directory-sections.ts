import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { ldapConnection, ldapSearch } from '#managed/access-backend/ldap-connection.ts'
import { authenticatorForm as m } from '../messages.ts'
import { placeholders } from './placeholders.ts'

const attribute = (path: string, label: string, known: string, method: string): Field => ({
  kind: 'text',
  path: `method.${path}`,
  label,
  isCode: true,
  default: known,
  when: [{ path: 'method.type', is: [method] }],
})

export const ldapSections: readonly Section[] = [
  ldapConnection,
  { id: 'question', title: m.question, fields: ldapSearch(m.baseDnHelp(placeholders)) },
  {
    id: 'proof',
    title: m.proof,
    fields: [
      {
        kind: 'select',
        path: 'method.type',
        label: m.ldapMethod,
        options: [
          { value: 'hash', label: m.ldapHash },
          { value: 'bind', label: m.ldapBind },
        ],
        default: 'hash',
        width: 12,
      },
      attribute('password_attribute', m.passwordAttribute, 'userPassword', 'hash'),
      attribute('is_superuser_attribute', m.superuserAttribute, 'isSuperuser', 'hash'),
      attribute('bind_password', m.clientPassword, `\${password}`, 'bind'),
    ],
  },
  tlsClientForm('ssl'),
]

export const kerberosSections: readonly Section[] = [
  {
    id: 'kerberos',
    title: m.kerberos,
    fields: [
      {
        kind: 'text',
        path: 'principal',
        label: m.principal,
        help: m.principalHelp,
        isRequired: true,
        isCode: true,
        width: 12,
      },
    ],
  },
]
