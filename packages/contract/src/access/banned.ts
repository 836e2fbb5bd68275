import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { infinite, integerSchema, timestamp } from '../scalars.ts'

/** The properties that a ban compares; the kinds in `_re` take a regular expression, `peerhost_net` takes a CIDR. */
export const banKinds = [
  'clientid',
  'username',
  'peerhost',
  'clientid_re',
  'username_re',
  'peerhost_net',
] as const
export type BanKind = (typeof banKinds)[number]

const as = v.picklist(banKinds)

/** Times have whole seconds and are in UTC. */
export const banSchema = v.object({
  as,
  who: v.string(),
  by: v.string(),
  reason: v.string(),
  at: timestamp,
  until: v.union([infinite, timestamp]),
})
export type Ban = v.InferOutput<typeof banSchema>

/** The greatest epoch second that the broker accepts. It rejects milliseconds. */
const maxEpochSecond = 253_402_300_799
const second = integerSchema(0, maxEpochSecond)

/** `by` defaults to `mgmt_api`; times are epoch seconds or RFC 3339. */
export const banInputSchema = v.strictObject({
  as,
  who: v.string(),
  by: v.nullish(v.string()),
  reason: v.nullish(v.string()),
  at: v.nullish(v.union([second, timestamp])),
  until: v.nullish(v.union([infinite, second, timestamp])),
})
export type BanInput = v.InferInput<typeof banInputSchema>

export const banned = {
  /**
   * Accepts one filter at a time; `like_*` are regular expressions here. `meta.hasnext` is missing without a filter.
   */
  list: endpoint({
    method: 'GET',
    path: '/banned',
    query: v.object({
      ...pageQuery,
      clientid: v.optional(v.string()),
      username: v.optional(v.string()),
      peerhost: v.optional(v.string()),
      like_clientid: v.optional(v.string()),
      like_username: v.optional(v.string()),
      like_peerhost: v.optional(v.string()),
      like_peerhost_net: v.optional(v.string()),
    }),
    response: { 200: pageSchema(banSchema) },
    errors: [],
    access: 'token',
  }),
  create: endpoint({
    method: 'POST',
    path: '/banned',
    refreshes: ['/banned'],
    body: banInputSchema,
    response: { 200: banSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/banned/:as/:who',
    refreshes: ['/banned'],
    params: v.object({ as, who: v.string() }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/banned',
    refreshes: ['/banned'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
} as const
