import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { parseByteSize } from '@brokerdeck/contract/scalars.ts'
import * as v from 'valibot'

const duration = v.union([v.string(), v.number()])

/** As much of `resource_opts` of an action as concerns its buffer, with EMQX's own defaults. */
const shape = v.object({
  worker_pool_size: v.optional(v.number(), 16),
  query_mode: v.optional(v.picklist(['sync', 'async']), 'async'),
  inflight_window: v.optional(v.number(), 100),
  max_buffer_bytes: v.optional(v.union([v.string(), v.number()]), '256MB'),
  batch_size: v.optional(v.number(), 1),
  batch_time: v.optional(duration, '0ms'),
  request_ttl: v.optional(duration, '45s'),
  health_check_interval: v.optional(duration, '15s'),
  resume_interval: v.optional(duration),
})

export interface BufferOptions {
  readonly workers: number
  /** Batches under way at once, for each worker. */
  readonly window: number
  /** For each worker. */
  readonly maxBytes: number
  readonly batchSize: number
  readonly batchTime: number
  /** Infinite where nothing expires. */
  readonly requestTtl: number
  /** How often what could not be handed over is tried again. */
  readonly resumeInterval: number
}

const usualTtl = 45_000
const usualInterval = 15_000
const usualBytes = 256 * 1024 ** 2
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds / 1000)) * 1000

export function bufferOptions(resourceOpts: unknown): BufferOptions {
  const given = v.parse(shape, resourceOpts ?? {})
  const ttl = given.request_ttl === 'infinity' ? Number.POSITIVE_INFINITY : parseDuration(given.request_ttl)
  const requestTtl = ttl ?? usualTtl
  const interval = parseDuration(given.health_check_interval) ?? usualInterval
  const resume = given.resume_interval === undefined ? undefined : parseDuration(given.resume_interval)
  const { max_buffer_bytes: bytes } = given
  return {
    workers: given.worker_pool_size,
    window: given.query_mode === 'sync' ? 1 : given.inflight_window,
    maxBytes: typeof bytes === 'number' ? bytes : (parseByteSize(bytes) ?? usualBytes),
    batchSize: given.batch_size,
    batchTime: parseDuration(given.batch_time) ?? 0,
    requestTtl,
    resumeInterval: wholeSeconds(resume ?? Math.min(interval, requestTtl / 3)),
  }
}
