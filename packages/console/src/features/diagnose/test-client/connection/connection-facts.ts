import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import type { TunnelProbe } from '#domain/mqtt-link/link-address.ts'
import type { LinkAnswer, SubscriptionOptions } from '#domain/mqtt-link/link-message.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import type { PageRefusal } from '#domain/mqtt-link/page-refusal.ts'
import type { PublishDraft } from '#domain/publish/publish-draft.ts'
import type { MessageListing } from '#features/diagnose/test-client/engine/page-message.ts'
import type { Charted, ListedMessage, Tally } from '#features/diagnose/test-client/engine/worker-message.ts'
import type { DeskPart } from './desk-part.ts'

/** Colours that a subscription and its messages may have: those of the charts. */
export const subscriptionColours = [1, 2, 3, 4, 5, 6] as const
export type SubscriptionColour = (typeof subscriptionColours)[number]

export interface TestSubscription {
  readonly filter: string
  readonly options: SubscriptionOptions
  readonly colour: SubscriptionColour
  readonly isMuted: boolean
  /** Epoch milliseconds of the broker's answer. */
  readonly at?: number | undefined
  /** Undefined while it was not asked for, or the answer is awaited. */
  readonly answer?: LinkAnswer | undefined
}

/** The latest one. */
export interface Attempt {
  /** Where it went. */
  readonly address: string | undefined
  /** Why it was none. */
  readonly refusal: PageRefusal | undefined
  readonly probe: TunnelProbe | undefined
}

/** Everything the page shows of one connection, as of now. */
export interface ConnectionFacts {
  readonly id: string
  readonly name: string
  readonly settings: ConnectionSettings
  readonly hasPassword: boolean
  readonly state: LinkState
  readonly attempt: Attempt
  readonly subscriptions: readonly TestSubscription[]
  /** What stands in the publishing form. */
  readonly draft: PublishDraft
  readonly received: Tally
  readonly published: Tally
  readonly view: MessageListing
  readonly listed: ListedMessage | undefined
  /** The latest one, as long as one is looked at. */
  readonly charted: Charted | undefined
  /** Messages that are kept at most. */
  readonly limit: number
  /** Messages arrived that nobody has looked at. */
  readonly hasUnseen: boolean
  /** What a phone shows of it. */
  readonly part: DeskPart
}

/** The default topic of the specification's test client. */
export const firstSubscription = {
  filter: 't/#',
  options: { qos: 0, noLocal: false, retainAsPublished: false, retainHandling: 0 },
} as const
