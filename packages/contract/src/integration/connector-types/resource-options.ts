import { literal, oneOf } from '../../description/choices.ts'
import { boolean, byteSize, duration, integer, positiveInteger } from '../../description/scalars.ts'
import { type Fields, type Struct, struct, union, withDefault } from '../../description/schema.ts'

/** The time that a message may wait. */
export const timeToLive = union(literal('infinity'), duration)

/** Describes how a connector is started and monitored. */
export function connectorOptions(name: string): Struct {
  return struct(name, {
    health_check_interval: withDefault(duration, '15s'),
    start_after_created: withDefault(boolean, true),
    start_timeout: withDefault(duration, '5s'),
  })
}

const unbatched: Fields = {
  worker_pool_size: withDefault(integer(1, 1024), 16),
  health_check_interval: withDefault(duration, '15s'),
  query_mode: withDefault(oneOf('sync', 'async'), 'async'),
  request_ttl: withDefault(timeToLive, '45s'),
  inflight_window: withDefault(positiveInteger, 100),
  max_buffer_bytes: withDefault(byteSize, '256MB'),
}

const batches: Fields = {
  batch_size: withDefault(positiveInteger, 1),
  batch_time: withDefault(duration, '0ms'),
}

/** The batch options of actions that upload files, which are worth filling. */
export const uploadBatches: Fields = {
  batch_size: withDefault(positiveInteger, 100),
  batch_time: withDefault(duration, '10ms'),
}

/** The fields that are accepted but not described. */
const more = {
  hidden: ['buffer_mode', 'buffer_seg_bytes', 'metrics_flush_interval', 'resume_interval'],
  aliases: {
    async_inflight_window: 'inflight_window',
    max_queue_bytes: 'max_buffer_bytes',
    request_timeout: 'request_ttl',
  },
}

/** Describes how an action buffers, batches and discards its messages. */
export function actionOptions(name: string, changed: Fields = {}): Struct {
  return struct(name, { ...unbatched, ...batches, ...changed }, more)
}

/** Creates the options of actions that send each message on its own. */
export function createUnbatchedOptions(name: string): Struct {
  return struct(name, unbatched, { ...more, hidden: [...more.hidden, 'batch_size', 'batch_time'] })
}

export const usualActionOptions = actionOptions('actions_and_sources:action_resource_opts')

export function sourceOptions(name: string): Struct {
  return struct(
    name,
    { health_check_interval: withDefault(duration, '15s') },
    { hidden: ['resume_interval'] },
  )
}
