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
  /** When figures stopped moving. */
  at: v.number(),
  taken: v.number(),
  dropped: v.number(),
  bytes: v.number(),
  rate: v.number(),
  /** `refused`: the broker did not grant the subscription, by `code`. */
  end: v.optional(v.picklist(captureEnds)),
  code: v.optional(v.number()),
  linkEnd: v.optional(linkEndSchema),
})
export type CaptureView = v.InferOutput<typeof captureViewSchema>

/** What a worker is told to capture. */
export const captureStartSchema = v.object({
  link: linkRequestSchema,
  filters: v.array(v.string()),
  /** The broker lowers messages to it; with 0 nothing waits at the broker for a browser. */
  qos: v.picklist([0, 2]),
  limits: v.object({ seconds: v.number(), perSecond: v.number(), bytes: v.number() }),
})
export type CaptureStart = v.InferOutput<typeof captureStartSchema>
