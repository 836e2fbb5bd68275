import * as v from 'valibot'
import { parseByteSize } from '../scalars.ts'

const optionsSchema = v.object({
  max_buffer_bytes: v.union([v.string(), v.number()]),
  worker_pool_size: v.number(),
})

/**
 * Bytes that the buffers of an action hold on each node. EMQX counts `max_buffer_bytes` for each of its workers. Undefined
 * where its `resource_opts` do not say.
 */
export function bufferBytesPerNode(options: unknown): number | undefined {
  const { output, success } = v.safeParse(optionsSchema, options)
  if (!success) return undefined
  const bytes = parseByteSize(String(output.max_buffer_bytes))
  return bytes === undefined ? undefined : bytes * output.worker_pool_size
}

/** Seconds until a buffer is full if it goes on growing as it did; undefined while it does not grow. */
export function secondsUntilFull(buffer: {
  readonly limit: number
  readonly bytes: number
  /** Bytes a second. */
  readonly growth: number
}): number | undefined {
  const { limit, bytes, growth } = buffer
  return growth <= 0 ? undefined : Math.max(0, limit - bytes) / growth
}
