import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import type { Field, Section } from '#kit/form/field.ts'
import {
  httpsNote,
  ldapConnection,
  ldapSearch,
  mongodbConnection,
  mysqlConnection,
  postgresqlConnection,
  redisConnection,
} from '#managed/access-backend/connection-fields.ts'
import { httpRequest } from '#managed/access-backend/http-request.ts'
import { authenticatorForm as m } from '../messages.ts'
import { hashSection, hasOwnSalt, scramSections } from './built-in-sections.ts'
import { placeholders } from './token-sections.ts'

export const httpSections: readonly Section[] = [
  httpRequest({ urlHelp: m.urlHelp(placeholders), requestTimeout: '5s' }),
  tlsClientForm('ssl', httpsNote),
]

export const scramHttpSections: readonly Section[] = [
  ...scramSections,
  httpRequest({ urlHelp: m.scramUrlHelp(placeholders), requestTimeout: '5s' }),
  tlsClientForm('ssl', httpsNote),
]

const question = (fields: readonly Field[]): Section => ({ id: 'question', title: m.question, fields })

const query: Field = {
  kind: 'lines',
  path: 'query',
  label: m.query,
  help: m.queryHelp(placeholders),
  isRequired: true,
  isCode: true,
  rows: 3,
  width: 12,
}

const timeout: Field = {
  kind: 'duration',
  path: 'query_timeout',
  label: m.queryTimeout,
  default: '5s',
  isAdvanced: true,
}

const after = [hashSection(false), tlsClientForm('ssl')]

export const mysqlSections: readonly Section[] = [mysqlConnection, question([query, timeout]), ...after]

export const postgresqlSections: readonly Section[] = [postgresqlConnection, question([query]), ...after]

const command: Field = {
  kind: 'text',
  path: 'cmd',
  label: m.command,
  help: m.commandHelp(placeholders),
  isRequired: true,
  isCode: true,
  pattern: {
    regex: /^\s*(?:hgetall\s+\S|hm?get\s+\S+\s(?:.*\s)?["']?password_hash["']?(?:\s|$))/i,
    message: m.commandRule,
  },
  width: 12,
}

export const redisSections: readonly Section[] = [redisConnection, question([command]), ...after]

const fieldName = (path: string, label: string, known: string): Field => ({
  kind: 'text',
  path,
  label,
  isCode: true,
  default: known,
  width: 4,
})

const search: readonly Field[] = [
  { kind: 'text', path: 'collection', label: m.collection, isRequired: true, isCode: true, width: 12 },
  { kind: 'json', path: 'filter', label: m.filter, help: m.filterHelp(placeholders), default: {} },
  fieldName('password_hash_field', m.hashField, 'password_hash'),
  { ...fieldName('salt_field', m.saltField, 'salt'), when: hasOwnSalt },
  fieldName('is_superuser_field', m.superuserField, 'is_superuser'),
]

export const mongodbSections: readonly Section[] = [mongodbConnection, question(search), ...after]

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
