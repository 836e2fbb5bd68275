import * as v from 'valibot'
import { linkRequestSchema } from '#domain/mqtt-link/connection-settings.ts'
import { linkEndSchema } from '#domain/mqtt-link/link-state.ts'

export const captureEnds = ['time', 'bytes', 'stopped', 'refused', 'link'] as const
export type CaptureEnd = (typeof captureEnds)[number]

export const captureViewSchema = v.object({
  phase: v.picklist(['idle', 'connecting', 'running', 'ended']),
  filters: v.array(v.string()),
  startedAt: v.number(),
  endsAt: v.number(),
  /** The time of the figures; after the end, the time at which they stopped changing. */
  at: v.number(),
  taken: v.number(),
  dropped: v.number(),
  bytes: v.number(),
  rate: v.number(),
  /** `refused`: the broker did not grant the subscription, with the reason `code`. */
  end: v.optional(v.picklist(captureEnds)),
  code: v.optional(v.number()),
  linkEnd: v.optional(linkEndSchema),
})
export type CaptureView = v.InferOutput<typeof captureViewSchema>

/** The command that starts a capture in a worker. */
export const captureStartSchema = v.object({
  link: linkRequestSchema,
  filters: v.array(v.string()),
  /** The QoS to which the broker lowers messages; with 0 no messages are queued at the broker for a browser. */
  qos: v.picklist([0, 2]),
  limits: v.object({ seconds: v.number(), perSecond: v.number(), bytes: v.number() }),
})
export type CaptureStart = v.InferOutput<typeof captureStartSchema>
