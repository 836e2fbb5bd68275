import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { flag, qosInput, qosSchema } from '../scalars.ts'

const permission = v.picklist(['allow', 'deny'])
const action = v.picklist(['publish', 'subscribe', 'all'])

/** Topics may contain placeholders. The prefix `eq ` matches exactly this filter and not the topics that it covers. */
export const builtInRuleSchema = v.object({
  topic: v.string(),
  permission,
  action,
  qos: v.array(qosSchema),
  retain: v.union([v.literal('all'), v.boolean()]),
})
export type BuiltInRule = v.InferOutput<typeof builtInRuleSchema>

/** A rule applies to every QoS, and to retained and other messages, unless the fields say otherwise. */
export const builtInRuleInputSchema = v.strictObject({
  topic: v.string(),
  permission,
  action,
  qos: v.optional(v.array(qosInput), [0, 1, 2]),
  retain: v.optional(v.union([v.literal('all'), flag]), 'all'),
})
export type BuiltInRuleInput = v.InferInput<typeof builtInRuleInputSchema>

const rules = v.array(builtInRuleSchema)
const rulesInput = v.array(builtInRuleInputSchema)

export const clientRulesSchema = v.object({ clientid: v.string(), rules })
export type ClientRules = v.InferOutput<typeof clientRulesSchema>
export const userRulesSchema = v.object({ username: v.string(), rules })
export type UserRules = v.InferOutput<typeof userRulesSchema>

const clientRulesInput = v.strictObject({ clientid: v.string(), rules: rulesInput })
const userRulesInput = v.strictObject({ username: v.string(), rules: rulesInput })

const ofClient = v.object({ clientid: v.string() })
const ofUser = v.object({ username: v.string() })

/**
 * The rules of the built-in database, checked in this order: rules for the client ID, for the username, for all
 * clients. While the source is not configured, EMQX answers each read with 404 (recorded); the embedded broker
 * returns the rules.
 */
export const authorizationRules = {
  /** Works only while the source is disabled. */
  clear: endpoint({
    method: 'DELETE',
    path: '/authorization/sources/built_in_database/rules',
    refreshes: [
      '/authorization/sources/built_in_database/rules/clients',
      '/authorization/sources/built_in_database/rules/users',
      '/authorization/sources/built_in_database/rules/all',
      '/authorization/sources/:type',
    ],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  all: endpoint({
    method: 'GET',
    path: '/authorization/sources/built_in_database/rules/all',
    response: { 200: v.object({ rules }) },
    errors: [],
    access: 'token',
  }),
  /** Replaces the existing rules. */
  saveAll: endpoint({
    method: 'POST',
    path: '/authorization/sources/built_in_database/rules/all',
    refreshes: ['/authorization/sources/built_in_database/rules/all'],
    body: v.strictObject({ rules: rulesInput }),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  clearAll: endpoint({
    method: 'DELETE',
    path: '/authorization/sources/built_in_database/rules/all',
    refreshes: ['/authorization/sources/built_in_database/rules/all'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  clients: endpoint({
    method: 'GET',
    path: '/authorization/sources/built_in_database/rules/clients',
    query: v.object({ ...pageQuery, like_clientid: v.optional(v.string()) }),
    response: { 200: pageSchema(clientRulesSchema) },
    errors: [],
    access: 'token',
  }),
  /** Creates all entries, or none of them if one exists already or has too many rules. */
  createClients: endpoint({
    method: 'POST',
    path: '/authorization/sources/built_in_database/rules/clients',
    refreshes: ['/authorization/sources/built_in_database/rules/clients'],
    body: v.array(clientRulesInput),
    response: { 204: null },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  client: endpoint({
    method: 'GET',
    path: '/authorization/sources/built_in_database/rules/clients/:clientid',
    params: ofClient,
    response: { 200: clientRulesSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /**
   * Creates the rules if the client has none. EMQX fails if the client ID in the body differs from that in the path.
   */
  saveClient: endpoint({
    method: 'PUT',
    path: '/authorization/sources/built_in_database/rules/clients/:clientid',
    refreshes: [
      '/authorization/sources/built_in_database/rules/clients',
      '/authorization/sources/built_in_database/rules/clients/:clientid',
    ],
    params: ofClient,
    body: clientRulesInput,
    response: { 204: null },
    errors: ['INTERNAL_ERROR'],
    access: 'token',
  }),
  removeClient: endpoint({
    method: 'DELETE',
    path: '/authorization/sources/built_in_database/rules/clients/:clientid',
    refreshes: ['/authorization/sources/built_in_database/rules/clients'],
    params: ofClient,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  users: endpoint({
    method: 'GET',
    path: '/authorization/sources/built_in_database/rules/users',
    query: v.object({ ...pageQuery, like_username: v.optional(v.string()) }),
    response: { 200: pageSchema(userRulesSchema) },
    errors: [],
    access: 'token',
  }),
  createUsers: endpoint({
    method: 'POST',
    path: '/authorization/sources/built_in_database/rules/users',
    refreshes: ['/authorization/sources/built_in_database/rules/users'],
    body: v.array(userRulesInput),
    response: { 204: null },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  user: endpoint({
    method: 'GET',
    path: '/authorization/sources/built_in_database/rules/users/:username',
    params: ofUser,
    response: { 200: userRulesSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  saveUser: endpoint({
    method: 'PUT',
    path: '/authorization/sources/built_in_database/rules/users/:username',
    refreshes: [
      '/authorization/sources/built_in_database/rules/users',
      '/authorization/sources/built_in_database/rules/users/:username',
    ],
    params: ofUser,
    body: userRulesInput,
    response: { 204: null },
    errors: ['INTERNAL_ERROR'],
    access: 'token',
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/authorization/sources/built_in_database/rules/users/:username',
    refreshes: ['/authorization/sources/built_in_database/rules/users'],
    params: ofUser,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
