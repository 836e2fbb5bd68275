import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import type { Listener } from '@brokerdeck/contract/settings/listeners.ts'
import type { MqttConfig } from '@brokerdeck/contract/settings/mqtt-config.ts'
import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import type { CachedDecision } from '@brokerdeck/contract/traffic/clients.ts'
import type { AccessFacts } from '#features/access/access-evaluation/access-facts.ts'

interface WhySubject {
  /** The session, if the question is about a session that exists. */
  readonly session: Client | undefined
  readonly listener: Listener | undefined
  /** The MQTT settings of the default zone. */
  readonly mqtt?: MqttConfig | undefined
}

/** Holds everything from the broker that an attempt to connect depends on, read at one moment. */
export interface AttemptFacts extends WhySubject, Pick<AccessFacts, 'authenticators' | 'users'> {
  readonly bans: readonly Ban[]
  /** True if there are more bans than were looked at. */
  readonly hasMoreBans: boolean
}

/** Holds everything from the broker that a publish or a subscription depends on. */
export interface DeedFacts extends WhySubject, Omit<AccessFacts, 'session' | 'listener'> {
  /** The decisions that the broker caches for the session's connection. */
  readonly cache: readonly CachedDecision[]
}

export type Facts =
  | { readonly kind: 'no-session' }
  | { readonly kind: 'attempt'; readonly facts: AttemptFacts }
  | { readonly kind: 'deed'; readonly facts: DeedFacts }
