import { accessSourceSchema, authorizationOutcome } from '@brokerdeck/contract/access/authorization.ts'
import { struct } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import * as v from 'valibot'
import { authorizationSchema } from '../authorization-schema.ts'
import { normalizeHttp } from '../backends/normalize-http.ts'
import { configRoot } from '../config-root.ts'
import { isPlainObject } from '../plain-object.ts'

/** The rules of a new broker, which are the rules of EMQX. */
const usualAclFile = `%% Who may do what, first match first.

{allow, {username, {re, "^dashboard$"}}, subscribe, ["$SYS/#"]}.

{allow, {ipaddr, "127.0.0.1"}, all, ["$SYS/#", "#"]}.

{deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.

{allow, all}.
%% In production
%% - change the last rule to {deny, all}.
%% - set no_match to deny

%% A rule is {permission, who, action, topics}. or {permission, all}.
%%
%% permission   allow, deny
%% who          all
%%              {username, "name"}, {clientid, "id"}, {client_attr, "name", "value"},
%%              each with {re, "pattern"} in place of the text
%%              {ipaddr, "192.0.2.7"}, {ipaddrs, ["10.0.0.0/8", "2001:db8::/32"]}
%%              {'and', [who]}, {'or', [who]}
%% action       publish, subscribe, all
%%              {publish, [{qos, 1}, {retain, false}]}
%% topics       all, or a list of topic filters
%%              {eq, "a/#"} is the very filter a/#, not what it covers
%%              \${clientid}, \${username}, \${cert_common_name} and \${client_attrs.NAME}
%%              stand for what the client is; a filter with one that it lacks matches nothing
%%              # covers no topic with $ in front, all does
`

function normalize(document: unknown): unknown {
  if (!isPlainObject(document) || !Array.isArray(document['sources'])) return document
  return { ...document, sources: document['sources'].map(normalizeHttp) }
}

export const authorizationRoot = configRoot({
  name: 'authorization',
  schema: authorizationSchema,
  shape: v.intersect([
    tolerant(struct('emqx:authorization', authorizationOutcome)),
    v.looseObject({ sources: v.array(accessSourceSchema) }),
  ]),
  normalize,
  initial: { sources: [{ type: 'file', enable: true, rules: usualAclFile }] },
})
