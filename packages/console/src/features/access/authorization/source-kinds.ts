import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import { lazy } from 'react'
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
import { aclFault } from '#features/access/authorization/file/acl-fault.ts'
import { highlightAcl } from '#features/access/authorization/file/highlight-acl.ts'
import {
  clientPlaceholders,
  requestPlaceholders,
  topicPlaceholders,
} from '#features/access/authorization/form/placeholders.ts'
import { sourceForm as m } from '#features/access/messages/authorization.ts'
import type { Field, Section } from '#kit/form/field.ts'
import type { CodeLanguage } from '#kit/form/template-colours.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'
import type { SourceKind } from './source-kind.ts'

/** The summary of rules is loaded lazily: it is not needed to write rules, nor for any other source. */
const RuleSummary = lazy(async () => ({
  default: (await import('#features/access/authorization/file/rule-summary.tsx')).RuleSummary,
}))

/** The language of an ACL file, whose rules are Erlang terms. */
const aclLanguage: CodeLanguage = {
  highlight: highlightAcl,
  fault: aclFault,
  Summary: RuleSummary,
}

/** The sections of the sources that the broker stores itself. */
const fileSections: readonly Section[] = [
  {
    id: 'rules',
    title: m.file,
    fields: [
      {
        kind: 'lines',
        path: 'rules',
        label: m.rules,
        help: m.rulesHelp(topicPlaceholders),
        isRequired: true,
        isCode: true,
        language: aclLanguage,
        width: 12,
      },
    ],
  },
]

const builtInSections: readonly Section[] = [
  {
    id: 'limits',
    title: m.limits,
    fields: [
      { kind: 'number', path: 'max_rules', label: m.maxRules, help: m.maxRulesHelp, min: 1, default: 100 },
    ],
  },
]

/**
 * The initial values of a new source besides the broker's defaults: the examples of each field, ready to be changed.
 */

const sql = {
  ...initialTls,
  database: 'mqtt_acl',
  username: 'root',
  query: `SELECT action, permission, topic FROM mqtt_acl WHERE username = \${username}`,
}

/** The rules that a broker is delivered with, and the syntax of a rule. */
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

const initialSources = {
  file: { rules },
  mysql: { ...sql, server: '127.0.0.1:3306' },
  postgresql: { ...sql, server: '127.0.0.1:5432' },
  redis: { ...initialTls, server: '127.0.0.1:6379', cmd: `HGETALL mqtt_acl:\${username}` },
  mongodb: {
    ...initialTls,
    mongo_type: 'single',
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

const question = (fields: readonly Field[]): Section => ({ id: 'question', title: m.question, fields })

const tls = tlsClientForm('ssl')

const query: Field = {
  kind: 'lines',
  path: 'query',
  label: m.query,
  help: m.queryHelp(clientPlaceholders),
  isRequired: true,
  isCode: true,
  width: 12,
}

const mysqlSections: readonly Section[] = [mysqlConnection, question([query]), tls]

const postgresqlSections: readonly Section[] = [postgresqlConnection, question([query]), tls]

const command: Field = {
  kind: 'text',
  path: 'cmd',
  label: m.command,
  help: m.commandHelp(clientPlaceholders),
  isRequired: true,
  isCode: true,
  pattern: { regex: /^\s*(?:hgetall\s+\S|hmget\s+\S+\s+\S)/i, message: m.commandRule },
  width: 12,
}

const redisSections: readonly Section[] = [redisConnection, question([command]), tls]

const search: readonly Field[] = [
  { kind: 'text', path: 'collection', label: m.collection, isRequired: true, isCode: true, width: 12 },
  { kind: 'json', path: 'filter', label: m.filter, help: m.filterHelp(clientPlaceholders), default: {} },
  { kind: 'number', path: 'limit', label: m.limit, help: m.limitHelp, min: 1, isAdvanced: true },
  { kind: 'number', path: 'skip', label: m.skip, help: m.skipHelp, min: 0, isAdvanced: true },
]

const mongodbSections: readonly Section[] = [mongodbConnection, question(search), tls]

const httpSections: readonly Section[] = [
  httpRequest({ urlHelp: m.urlHelp(requestPlaceholders), requestTimeout: '30s' }),
  tlsClientForm('ssl', httpsNote),
]

const attribute = (path: string, label: string, known: string): Field => ({
  kind: 'text',
  path,
  label,
  isCode: true,
  default: known,
  width: 4,
})

const ldapSections: readonly Section[] = [
  ldapConnection,
  { id: 'question', title: m.question, fields: ldapSearch(m.baseDnHelp(clientPlaceholders)) },
  {
    id: 'attributes',
    title: m.attributes,
    note: m.attributesNote,
    fields: [
      attribute('publish_attribute', m.publishAttribute, 'mqttPublishTopic'),
      attribute('subscribe_attribute', m.subscribeAttribute, 'mqttSubscriptionTopic'),
      attribute('all_attribute', m.allAttribute, 'mqttPubSubTopic'),
    ],
  },
  tlsClientForm('ssl'),
]

const kind = <const Type extends SourceType>(
  type: Type,
  about: string,
  sections: SourceKind['sections'],
  initial: SourceKind['initial'] = {},
) => ({ type, about, sections, initial })

/** All kinds of sources, in the order in which they are offered. */
export const sourceKinds: { readonly [Type in SourceType]: SourceKind } = {
  built_in_database: kind('built_in_database', m.builtInAbout, builtInSections),
  file: kind('file', m.fileAbout, fileSections, initialSources.file),
  mysql: kind('mysql', m.sqlAbout, mysqlSections, initialSources.mysql),
  postgresql: kind('postgresql', m.sqlAbout, postgresqlSections, initialSources.postgresql),
  mongodb: kind('mongodb', m.mongodbAbout, mongodbSections, initialSources.mongodb),
  redis: kind('redis', m.redisAbout, redisSections, initialSources.redis),
  ldap: kind('ldap', m.ldapAbout, ldapSections, initialSources.ldap),
  http: kind('http', m.httpAbout, httpSections, initialSources.http),
}
