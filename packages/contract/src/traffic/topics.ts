import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema, rows } from '../paging.ts'

/** A route: `node` has a subscriber to `topic`; a shared subscription is `$share/group/filter`, once per node. */
export const topicSchema = v.object({ topic: v.string(), node: v.string() })
export type Topic = v.InferOutput<typeof topicSchema>

export const topics = {
  /**
   * `topic` is matched exactly and finds shared subscriptions with and without their prefix; `node` hides shared
   * subscriptions.
   */
  list: endpoint({
    method: 'GET',
    path: '/topics',
    query: v.object({ ...pageQuery, topic: v.optional(v.string()), node: v.optional(v.string()) }),
    response: { 200: pageSchema(topicSchema) },
    errors: [],
    access: 'token',
  }),
  /** The parameter is the filter without a share prefix. */
  get: endpoint({
    method: 'GET',
    path: '/topics/:topic',
    params: v.object({ topic: v.string() }),
    response: { 200: rows(topicSchema) },
    errors: ['TOPIC_NOT_FOUND'],
    access: 'token',
  }),
} as const
