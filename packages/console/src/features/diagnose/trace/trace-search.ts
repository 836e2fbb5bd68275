import * as v from 'valibot'

export const traceLooks = ['timeline', 'table', 'raw'] as const
export type TraceLook = (typeof traceLooks)[number]

export const traceSearchSchema = v.looseObject({
  look: v.fallback(v.optional(v.picklist(traceLooks), 'timeline'), 'timeline'),
  /** Only the log of this node. */
  node: v.fallback(v.optional(v.pipe(v.string(), v.minLength(1))), undefined),
})
