import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { TraceValue } from '../../mqtt/events/tracing.ts'

/** Tells whether the target system can be used, and if not, the reason in EMQX's words. */
export type Health =
  | { readonly status: 'connected' }
  | {
      readonly status: 'connecting' | 'disconnected'
      readonly reason: string
      /** Set if waiting does not help: rows for the target fail and are not kept. */
      readonly isUnhealthyTarget?: boolean
    }

/** A value as a trace shows it, without secrets. */
export type Traceable = Readonly<Record<string, TraceValue>>

/** The result of delivering rows together; `answer` is the response of the target system to the last of them. */
export type Delivery =
  | { readonly kind: 'ok'; readonly answer?: Traceable }
  /** A retry may succeed. */
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly answer?: Traceable }

/** An action on a node, on the connection of its connector. */
export interface Channel {
  deliver(rows: readonly TermMap[]): Promise<Delivery>
  /** Renders the templates for a row. May throw if a template cannot be rendered. */
  render(row: TermMap): Traceable
  /** Checks what can fail beside the connector, such as a statement or a table. */
  check?(): Promise<Health>
  close(): Promise<void>
}

/** A source on a node. */
export interface Subscription {
  check?(): Promise<Health>
  close(): Promise<void>
}

export interface ChannelSettings {
  /** The id, such as `http:post_it`. */
  readonly id: string
  /** The complete parameters of the action or source. */
  readonly parameters: PlainObject
  /** The time in milliseconds after which a response is no longer awaited. */
  readonly timeout: number
}

/** A connector on a node. It reconnects by itself; `check` returns its problem, if any. */
export interface Link {
  check(): Promise<Health>
  channel(settings: ChannelSettings): Promise<Channel>
  /** Subscribes a source; only for drivers with sources. */
  subscribe?(settings: ChannelSettings, receive: (columns: TermMap) => void): Promise<Subscription>
  close(): Promise<void>
}

export interface LinkPlace {
  /** The resource, such as `connector:http:web`, or the name of a probe. */
  readonly resource: string
  readonly node: string
}

/** Connects this broker to a type of system. The document is complete and checked. */
export interface Driver {
  open(document: PlainObject, place: LinkPlace): Promise<Link>
}
