import * as v from 'valibot'
import { linkMessageSchema } from '#domain/mqtt-link/link-message.ts'
import { captureStartSchema, captureViewSchema } from './capture-state.ts'

/** A command from the page to the worker. */
export const captureCommandSchema = v.variant('kind', [
  v.object({ kind: v.literal('start'), ...captureStartSchema.entries }),
  v.object({ kind: v.literal('stop') }),
])
export type CaptureCommand = v.InferOutput<typeof captureCommandSchema>

const receivedSchema = v.object({ ...linkMessageSchema.entries, at: v.number() })
export type ReceivedMessage = v.InferOutput<typeof receivedSchema>

/** The events from the worker to the page: the state of the capture, and the new messages. */
export const captureEventSchema = v.object({
  capture: captureViewSchema,
  messages: v.array(receivedSchema),
})
export type CaptureEvent = v.InferOutput<typeof captureEventSchema>
