import { initialTls } from '#features/access/access-backend/initial-tls.ts'

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

export const initialSettings = {
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
