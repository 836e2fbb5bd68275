import * as v from 'valibot'
import { parseByteSize } from '../scalars.ts'

const optionsSchema = v.object({
  max_buffer_bytes: v.union([v.string(), v.number()]),
  worker_pool_size: v.number(),
})

/**
 * Returns the maximum number of bytes in the buffers of an action on each node. EMQX applies `max_buffer_bytes` to
 * each of its workers. Undefined if its `resource_opts` lack the values.
 */
export function bufferBytesPerNode(options: unknown): number | undefined {
  const { output, success } = v.safeParse(optionsSchema, options)
  if (!success) return undefined
  const bytes = parseByteSize(String(output.max_buffer_bytes))
  return bytes === undefined ? undefined : bytes * output.worker_pool_size
}

/** Returns the number of seconds until a buffer is full at its present growth; undefined while it does not grow. */
export function secondsUntilFull(buffer: {
  readonly limit: number
  readonly bytes: number
  /** The growth in bytes per second. */
  readonly growth: number
}): number | undefined {
  const { limit, bytes, growth } = buffer
  return growth <= 0 ? undefined : Math.max(0, limit - bytes) / growth
}
