import * as v from 'valibot'

const text = v.fallback(v.optional(v.string()), undefined)

/** `?node=mq-1@10.20.0.11&search=dropped` */
export const metricsSearchSchema = v.object({ node: text, search: text })
