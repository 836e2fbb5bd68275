import type { FastifyPluginAsync } from 'fastify'
import type { Upstream } from '#proxy/upstream.ts'
import type { PageFacts } from './page-facts.ts'

/** The API behind the console: a cluster or the embedded broker. */
export interface ApiSource {
  readonly mode: Exclude<PageFacts['mode'], 'clusters'>
  readonly brokerName: string
  readonly api: FastifyPluginAsync
  readonly mqttTarget: (node: string | undefined) => Upstream | undefined
  /** Returns each address behind the console, and whether it responded to its last request. */
  readonly addresses: () => readonly SourceAddress[]
  /**
   * Only for the embedded broker: the number of its own internal errors that it has contained, by the kind of work
   * they ended.
   */
  readonly faults?: () => ReadonlyMap<string, number>
  /** Returns the reason why the console cannot be used now; undefined if it can. */
  readonly whyNotReady: () => Promise<string | undefined>
  /** The lines that the operator sees at the start: label and text. */
  readonly facts: readonly (readonly [label: string, text: string])[]
  close(): Promise<void>
}

export interface SourceAddress {
  readonly name: string
  readonly isUp: boolean
  /** The number of times that requests moved from this address to another. */
  readonly failovers: number
}
