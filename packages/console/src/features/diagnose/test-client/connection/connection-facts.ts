import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import type { TunnelProbe } from '#domain/mqtt-link/link-address.ts'
import type { LinkAnswer, SubscriptionOptions } from '#domain/mqtt-link/link-message.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import type { PageRefusal } from '#domain/mqtt-link/page-refusal.ts'
import type { PublishDraft } from '#domain/publish/publish-draft.ts'
import type { MessageListing } from '#features/diagnose/test-client/engine/page-message.ts'
import type { Charted, ListedMessage, Tally } from '#features/diagnose/test-client/engine/worker-message.ts'
import type { WorkspacePart } from './workspace-part.ts'

/** The colours that a subscription and its messages can have, which are those of the charts. */
export const subscriptionColours = [1, 2, 3, 4, 5, 6] as const
export type SubscriptionColour = (typeof subscriptionColours)[number]

export interface TestSubscription {
  readonly filter: string
  readonly options: SubscriptionOptions
  readonly colour: SubscriptionColour
  readonly isMuted: boolean
  /** The time of the broker's response, in epoch milliseconds. */
  readonly at?: number | undefined
  /** The broker's response; undefined if no request was sent, or while the response is awaited. */
  readonly answer?: LinkAnswer | undefined
}

/** Describes the latest attempt to connect. */
export interface Attempt {
  /** The address that the connection was opened to. */
  readonly address: string | undefined
  /** The reason why no connection was attempted. */
  readonly refusal: PageRefusal | undefined
  readonly probe: TunnelProbe | undefined
}

/** Holds the present state of one connection, with everything that the page shows. */
export interface ConnectionFacts {
  readonly id: string
  readonly name: string
  readonly settings: ConnectionSettings
  readonly hasPassword: boolean
  readonly state: LinkState
  readonly attempt: Attempt
  readonly subscriptions: readonly TestSubscription[]
  /** The content of the publishing form. */
  readonly draft: PublishDraft
  readonly received: Tally
  readonly published: Tally
  readonly view: MessageListing
  readonly listed: ListedMessage | undefined
  /** The latest chart values, as long as a chart is open. */
  readonly charted: Charted | undefined
  /** The maximum number of kept messages. */
  readonly limit: number
  /** True if messages have arrived that the operator has not seen. */
  readonly hasUnseen: boolean
  /** The part of the connection that a phone shows. */
  readonly part: WorkspacePart
}

/** The first subscription, with the default topic of the specification's test client. */
export const firstSubscription = {
  filter: 't/#',
  options: { qos: 0, noLocal: false, retainAsPublished: false, retainHandling: 0 },
} as const
