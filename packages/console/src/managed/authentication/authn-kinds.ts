import { initialTls } from '#managed/access-backend/connection-fields.ts'
import type { AuthnKind } from './authn-kind.ts'
import {
  httpSections,
  kerberosSections,
  ldapSections,
  mongodbSections,
  mysqlSections,
  postgresqlSections,
  redisSections,
  scramHttpSections,
} from './form/backend-sections.ts'
import { builtInSections, scramSections } from './form/built-in-sections.ts'
import { clientInfoSections } from './form/client-info-sections.ts'
import { tokenSections } from './form/token-sections.ts'
import { authenticator as m } from './messages.ts'

/** What a new authenticator begins with beside the broker's defaults: the examples of the field, ready to be changed. */

const hash = {
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix', mac_fun: 'sha256', iterations: 2048 },
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

/** Everything that can be set up here, in the order in which it is offered. */
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
