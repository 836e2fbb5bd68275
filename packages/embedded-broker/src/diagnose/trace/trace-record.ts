import {
  payloadEncodings,
  type TraceStatus,
  traceFormatters,
  traceTypes,
} from '@brokerdeck/contract/diagnose/trace.ts'
import * as v from 'valibot'
import { storedId } from '../../storage/stored-id.ts'
import { storedSeconds } from '../../storage/stored-time.ts'

/** A trace as it is stored; times are in seconds since the epoch. */
export const traceRecordSchema = v.object({
  name: v.string(),
  type: v.picklist(traceTypes),
  condition: v.string(),
  startAt: storedSeconds,
  endAt: storedSeconds,
  formatter: v.picklist(traceFormatters),
  payloadEncode: v.picklist(payloadEncodings),
  isStopped: v.boolean(),
  /** The id in the names of its files: trace names may be longer than file names. */
  id: storedId,
})

export type TraceRecord = Readonly<v.InferOutput<typeof traceRecordSchema>>

export function toTraceStatus({ isStopped, startAt, endAt }: TraceRecord, now: number): TraceStatus {
  if (isStopped || now >= endAt * 1000) return 'stopped'
  return now < startAt * 1000 ? 'waiting' : 'running'
}
