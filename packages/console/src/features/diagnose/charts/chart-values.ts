import * as v from 'valibot'
import { packings } from '#lib/unpack.ts'

export const dataPathSchema = v.array(v.union([v.string(), v.number()]))

/** What is drawn of the messages of one topic. */
export const chartValuesSchema = v.object({
  /** Where the latest message with numbers has them. */
  paths: v.array(dataPathSchema),
  /** What is drawn; missing where no message has a number. */
  path: v.optional(dataPathSchema),
  /** The latest message is packed as this browser cannot unpack. */
  unknownPacking: v.optional(v.picklist(packings)),
  /** Oldest first. */
  points: v.array(v.object({ time: v.number(), value: v.number() })),
})
export type ChartValues = v.InferOutput<typeof chartValuesSchema>

export const nothingToDraw: ChartValues = { paths: [], points: [] }

/** A message as a chart reads it. */
export interface ChartedMessage {
  readonly seq: number
  /** Epoch milliseconds of its arrival. */
  readonly time: number
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}
