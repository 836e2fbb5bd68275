import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { parseByteSize } from '@brokerdeck/contract/scalars.ts'
import * as v from 'valibot'

const duration = v.union([v.string(), v.number()])

/** The part of an action's `resource_opts` that concerns its buffer, with EMQX's own defaults. */
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
  /** The maximum number of batches under way, for each worker. */
  readonly window: number
  /** The maximum number of bytes, for each worker. */
  readonly maxBytes: number
  readonly batchSize: number
  readonly batchTime: number
  /** The time after which a row expires, in milliseconds; `Infinity` if rows do not expire. */
  readonly requestTtl: number
  /** The interval in milliseconds at which undelivered rows are retried. */
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
