import { fileMetadataSchema } from '@brokerdeck/contract/settings/file-transfer.ts'
import * as v from 'valibot'
import { storedId } from '../../storage/stored-id.ts'
import { storedSeconds } from '../../storage/stored-time.ts'

export interface TransferLimits {
  readonly bytesOfOne: number
  /** The maximum total size of all files, complete or not. */
  readonly bytes: number
  readonly files: number
  readonly transfers: number
  readonly transfersOfClient: number
  /** The maximum number of segments of one transfer; `allSegments` is the maximum of all transfers. */
  readonly segments: number
  readonly allSegments: number
}

const mebibyte = 1_048_576
const counted = {
  files: 1000,
  transfers: 200,
  transfersOfClient: 50,
  segments: 10_000,
  allSegments: 50_000,
}
export const limitsOnDisk: TransferLimits = { bytesOfOne: 64 * mebibyte, bytes: 1024 * mebibyte, ...counted }
export const limitsInMemory: TransferLimits = { bytesOfOne: 8 * mebibyte, bytes: 64 * mebibyte, ...counted }

export const beginningKind = 'file-transfers'
export const segmentKind = 'file-segments'
export const wholeKind = 'transferred-files'

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0))

export const beginningSchema = v.object({
  id: storedId,
  clientid: v.string(),
  fileid: v.string(),
  metadata: v.nullable(fileMetadataSchema),
})
export const segmentSchema = v.object({ id: storedId, offset: bytes, end: bytes })
export const wholeSchema = v.object({
  id: storedId,
  node: v.string(),
  clientid: v.string(),
  fileid: v.string(),
  size: bytes,
  /** The time in seconds since the epoch. */
  at: storedSeconds,
  metadata: fileMetadataSchema,
})
export type WholeFile = Readonly<v.InferOutput<typeof wholeSchema>> & { readonly path: readonly string[] }
