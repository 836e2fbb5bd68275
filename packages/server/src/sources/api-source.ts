import type { FastifyPluginAsync } from 'fastify'
import type { Upstream } from '#proxy/upstream.ts'
import type { PageFacts } from './page-facts.ts'

/** What is behind the console: a cluster or the embedded broker. */
export interface ApiSource {
  readonly mode: Exclude<PageFacts['mode'], 'clusters'>
  readonly brokerName: string
  readonly api: FastifyPluginAsync
  readonly mqttTarget: (node: string | undefined) => Upstream | undefined
  /** Each address behind the console, and whether it answered when it was last asked. */
  readonly addresses: () => readonly SourceAddress[]
  /** Of the embedded broker: how many faults of its own it has contained, by the kind of work that they ended. */
  readonly faults?: () => ReadonlyMap<string, number>
  /** Why the console could not be used now; undefined if it could. */
  readonly whyNotReady: () => Promise<string | undefined>
  /** What the operator is told at the start: label and text. */
  readonly facts: readonly (readonly [label: string, text: string])[]
  close(): Promise<void>
}

export interface SourceAddress {
  readonly name: string
  readonly isUp: boolean
  /** How often requests left it for another. */
  readonly failovers: number
}
