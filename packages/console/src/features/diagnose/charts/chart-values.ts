import * as v from 'valibot'
import { packings } from '#lib/unpack.ts'

export const dataPathSchema = v.array(v.union([v.string(), v.number()]))

/** The values that are drawn from the messages of one topic. */
export const chartValuesSchema = v.object({
  /** The paths at which the latest message with numbers has them. */
  paths: v.array(dataPathSchema),
  /** The path that is drawn; missing if no message has a number. */
  path: v.optional(dataPathSchema),
  /** The compression of the latest message, if this browser cannot decompress it. */
  unknownPacking: v.optional(v.picklist(packings)),
  /** The points, oldest first. */
  points: v.array(v.object({ time: v.number(), value: v.number() })),
})
export type ChartValues = v.InferOutput<typeof chartValuesSchema>

export const nothingToDraw: ChartValues = { paths: [], points: [] }

/** A message in the form that a chart reads. */
export interface ChartedMessage {
  readonly seq: number
  /** The time of its arrival, in epoch milliseconds. */
  readonly time: number
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}
