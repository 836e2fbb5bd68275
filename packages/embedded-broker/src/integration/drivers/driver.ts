import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { TraceValue } from '../../mqtt/events/tracing.ts'

/** Whether the other side can be used, and if not, why: in EMQX's words. */
export type Health =
  | { readonly status: 'connected' }
  | {
      readonly status: 'connecting' | 'disconnected'
      readonly reason: string
      /** Waiting does not mend it: what is sent there has failed, and is not kept. */
      readonly isUnhealthyTarget?: boolean
    }

/** As a trace shows it; without secrets. */
export type Traceable = Readonly<Record<string, TraceValue>>

/** What became of rows that were handed over together; `answer`: what the other side said to the last of them. */
export type Delivery =
  | { readonly kind: 'ok'; readonly answer?: Traceable }
  /** It may go well later. */
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly answer?: Traceable }

/** One action on one node, on the connection of its connector. */
export interface Channel {
  deliver(rows: readonly TermMap[]): Promise<Delivery>
  /** What its templates make of a row. May throw where they make nothing. */
  render(row: TermMap): Traceable
  /** Where more than its connector can be wrong: a statement, a table. */
  check?(): Promise<Health>
  close(): Promise<void>
}

/** One source on one node. */
export interface Subscription {
  check?(): Promise<Health>
  close(): Promise<void>
}

export interface ChannelSettings {
  /** `http:post_it` */
  readonly id: string
  /** The action's or source's, complete. */
  readonly parameters: PlainObject
  /** Milliseconds after which nobody waits for an answer any more. */
  readonly timeout: number
}

/** One connector on one node. It connects again by itself; what is wrong is asked for by `check`. */
export interface Link {
  check(): Promise<Health>
  channel(settings: ChannelSettings): Promise<Channel>
  /** Where sources exist. */
  subscribe?(settings: ChannelSettings, receive: (columns: TermMap) => void): Promise<Subscription>
  close(): Promise<void>
}

export interface LinkPlace {
  /** `connector:http:web`, or what a probe is called. */
  readonly resource: string
  readonly node: string
}

/** How this broker reaches one kind of system. The document is complete and checked. */
export interface Driver {
  open(document: PlainObject, place: LinkPlace): Promise<Link>
}
