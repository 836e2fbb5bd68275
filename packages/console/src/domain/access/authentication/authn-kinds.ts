import {
  httpsNote,
  initialTls,
  ldapConnection,
  ldapSearch,
  mongodbConnection,
  mysqlConnection,
  postgresqlConnection,
  redisConnection,
} from '#domain/access/access-backend/connection-fields.ts'
import { httpRequest } from '#domain/access/access-backend/http-request.ts'
import {
  builtInSections,
  hashSection,
  hasOwnSalt,
  scramSections,
} from '#domain/access/authentication/form/built-in-sections.ts'
import { clientInfoSections } from '#domain/access/authentication/form/client-info-sections.ts'
import { placeholders, tokenSections } from '#domain/access/authentication/form/token-sections.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'
import type { AuthnKind } from './authn-kind.ts'
import { authenticatorForm as formWords, authenticator as m } from './messages.ts'

const httpSections: readonly Section[] = [
  httpRequest({ urlHelp: formWords.urlHelp(placeholders), requestTimeout: '5s' }),
  tlsClientForm('ssl', httpsNote),
]

const scramHttpSections: readonly Section[] = [
  ...scramSections,
  httpRequest({ urlHelp: formWords.scramUrlHelp(placeholders), requestTimeout: '5s' }),
  tlsClientForm('ssl', httpsNote),
]

const question = (fields: readonly Field[]): Section => ({
  id: 'question',
  title: formWords.question,
  fields,
})

const query: Field = {
  kind: 'lines',
  path: 'query',
  label: formWords.query,
  help: formWords.queryHelp(placeholders),
  isRequired: true,
  isCode: true,
  rows: 3,
  width: 12,
}

const timeout: Field = {
  kind: 'duration',
  path: 'query_timeout',
  label: formWords.queryTimeout,
  default: '5s',
  isAdvanced: true,
}

const after = [hashSection(false), tlsClientForm('ssl')]

const mysqlSections: readonly Section[] = [mysqlConnection, question([query, timeout]), ...after]

const postgresqlSections: readonly Section[] = [postgresqlConnection, question([query]), ...after]

const command: Field = {
  kind: 'text',
  path: 'cmd',
  label: formWords.command,
  help: formWords.commandHelp(placeholders),
  isRequired: true,
  isCode: true,
  pattern: {
    regex: /^\s*(?:hgetall\s+\S|hm?get\s+\S+\s(?:.*\s)?["']?password_hash["']?(?:\s|$))/i,
    message: formWords.commandRule,
  },
  width: 12,
}

const redisSections: readonly Section[] = [redisConnection, question([command]), ...after]

const fieldName = (path: string, label: string, known: string): Field => ({
  kind: 'text',
  path,
  label,
  isCode: true,
  default: known,
  width: 4,
})

const search: readonly Field[] = [
  {
    kind: 'text',
    path: 'collection',
    label: formWords.collection,
    isRequired: true,
    isCode: true,
    width: 12,
  },
  {
    kind: 'json',
    path: 'filter',
    label: formWords.filter,
    help: formWords.filterHelp(placeholders),
    default: {},
  },
  fieldName('password_hash_field', formWords.hashField, 'password_hash'),
  { ...fieldName('salt_field', formWords.saltField, 'salt'), when: hasOwnSalt },
  fieldName('is_superuser_field', formWords.superuserField, 'is_superuser'),
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

const ldapSections: readonly Section[] = [
  ldapConnection,
  { id: 'question', title: formWords.question, fields: ldapSearch(formWords.baseDnHelp(placeholders)) },
  {
    id: 'proof',
    title: formWords.proof,
    fields: [
      {
        kind: 'select',
        path: 'method.type',
        label: formWords.ldapMethod,
        options: [
          { value: 'hash', label: formWords.ldapHash },
          { value: 'bind', label: formWords.ldapBind },
        ],
        default: 'hash',
        width: 12,
      },
      attribute('password_attribute', formWords.passwordAttribute, 'userPassword', 'hash'),
      attribute('is_superuser_attribute', formWords.superuserAttribute, 'isSuperuser', 'hash'),
      attribute('bind_password', formWords.clientPassword, `\${password}`, 'bind'),
    ],
  },
  tlsClientForm('ssl'),
]

const kerberosSections: readonly Section[] = [
  {
    id: 'kerberos',
    title: formWords.kerberos,
    fields: [
      {
        kind: 'text',
        path: 'principal',
        label: formWords.principal,
        help: formWords.principalHelp,
        isRequired: true,
        isCode: true,
        width: 12,
      },
    ],
  },
]

/** The initial values of a new authenticator beside the broker's defaults: the examples of the fields, to be edited. */

const hash = {
  password_hash_algorithm: { name: 'sha256', salt_position: 'prefix', mac_fun: 'sha256', iterations: 2048 },
}

const json = { accept: 'application/json', 'content-type': 'application/json' }

const sql = {
  ...hash,
  ...initialTls,
  database: 'mqtt_user',
  username: 'root',
  query: `SELECT password_hash, salt, is_superuser FROM mqtt_user WHERE username = \${username} LIMIT 1`,
}

const initialSettings = {
  builtIn: { ...hash, user_id_type: 'username' },
  mysql: { ...sql, server: '127.0.0.1:3306' },
  postgresql: { ...sql, server: '127.0.0.1:5432' },
  redis: {
    ...hash,
    ...initialTls,
    server: '127.0.0.1:6379',
    cmd: `HMGET mqtt_user:\${username} password_hash salt is_superuser`,
  },
  mongodb: {
    ...hash,
    ...initialTls,
    mongo_type: 'single',
    server: '127.0.0.1:27017',
    database: 'mqtt',
    collection: 'users',
    filter: { username: `\${username}` },
  },
  http: {
    ...initialTls,
    method: 'post',
    url: 'http://127.0.0.1:8080',
    headers: json,
    body: { username: `\${username}`, password: `\${password}` },
  },
  scramHttp: {
    ...initialTls,
    method: 'post',
    url: 'http://127.0.0.1:8080',
    headers: json,
    body: { username: `\${username}` },
  },
  ldap: {
    ...initialTls,
    server: 'localhost:389',
    base_dn: `uid=\${username},ou=testdevice,dc=emqx,dc=io`,
  },
  token: { ...initialTls, algorithm: 'hmac-based' },
} as const

const passwordBased = (
  backend: string,
  kind: Pick<AuthnKind, 'about' | 'sections' | 'initial'>,
): AuthnKind => ({
  id: `password_based:${backend}`,
  mechanism: 'password_based',
  backend,
  ...kind,
})

/** All kinds that can be configured here, in the order in which they are offered. */
export const authnKinds: readonly AuthnKind[] = [
  passwordBased('built_in_database', {
    about: m.builtInAbout,
    sections: builtInSections,
    initial: initialSettings.builtIn,
  }),
  passwordBased('mysql', { about: m.sqlAbout, sections: mysqlSections, initial: initialSettings.mysql }),
  passwordBased('postgresql', {
    about: m.sqlAbout,
    sections: postgresqlSections,
    initial: initialSettings.postgresql,
  }),
  passwordBased('mongodb', {
    about: m.mongodbAbout,
    sections: mongodbSections,
    initial: initialSettings.mongodb,
  }),
  passwordBased('redis', { about: m.redisAbout, sections: redisSections, initial: initialSettings.redis }),
  passwordBased('ldap', { about: m.ldapAbout, sections: ldapSections, initial: initialSettings.ldap }),
  passwordBased('http', { about: m.httpAbout, sections: httpSections, initial: initialSettings.http }),
  {
    id: 'jwt',
    mechanism: 'jwt',
    about: m.noBackend,
    sections: tokenSections,
    initial: initialSettings.token,
  },
  {
    id: 'scram:built_in_database',
    mechanism: 'scram',
    backend: 'built_in_database',
    about: m.builtInAbout,
    sections: scramSections,
    initial: {},
  },
  {
    id: 'scram:http',
    mechanism: 'scram',
    backend: 'http',
    about: m.scramHttpAbout,
    sections: scramHttpSections,
    initial: initialSettings.scramHttp,
    isEnterprise: true,
  },
  {
    id: 'gssapi:kerberos',
    mechanism: 'gssapi',
    backend: 'kerberos',
    about: m.kerberosAbout,
    sections: kerberosSections,
    initial: {},
    isEnterprise: true,
  },
  {
    id: 'cinfo',
    mechanism: 'cinfo',
    about: m.noBackend,
    sections: clientInfoSections,
    initial: { checks: [] },
    isEnterprise: true,
  },
]
