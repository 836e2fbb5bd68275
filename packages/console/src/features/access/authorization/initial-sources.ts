import { initialTls } from '#features/access/access-backend/initial-tls.ts'

/** What a new source begins with beside the broker's defaults: the examples of the field, ready to be changed. */

const sql = {
  ...initialTls,
  database: 'mqtt_acl',
  username: 'root',
  query: `SELECT action, permission, topic FROM mqtt_acl WHERE username = \${username}`,
}

/** The rules that a broker is delivered with, and how a rule is written. */
const rules = `%% {allow | deny, who, publish | subscribe | all, [topic filters]}.
%%
%% who: all, {username, "x"}, {username, {re, "^x"}}, {clientid, "x"}, {ipaddr, "10.0.0.0/8"},
%%      {'and', [...]}, {'or', [...]}
%% action with conditions: {publish, [{qos, [0, 1]}, {retain, false}]}
%% {eq, "a/#"}: the very filter; topics may hold \${clientid} and \${username}

{allow, {username, "dashboard"}, subscribe, ["$SYS/#"]}.

{allow, {ipaddr, "127.0.0.1"}, all, ["$SYS/#", "#"]}.

{deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.

{allow, all}.
`

export const initialSources = {
  file: { rules },
  mysql: { ...sql, server: '127.0.0.1:3306' },
  postgresql: { ...sql, server: '127.0.0.1:5432' },
  redis: { ...initialTls, server: '127.0.0.1:6379', cmd: `HGETALL mqtt_acl:\${username}` },
  mongodb: {
    ...initialTls,
    server: '127.0.0.1:27017',
    database: 'mqtt',
    collection: 'acl',
    filter: { username: `\${username}` },
  },
  http: {
    ...initialTls,
    method: 'post',
    url: 'http://127.0.0.1:8080',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: { username: `\${username}`, topic: `\${topic}`, action: `\${action}` },
  },
  ldap: {
    ...initialTls,
    server: 'localhost:389',
    base_dn: `uid=\${username},ou=testdevice,dc=emqx,dc=io`,
  },
} as const
