import type { Authenticator, AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import type { AccessListener, AccessSession } from '#features/access/access-walk/access-facts.ts'

/** Some of what is subscribed now, and by whom. */
export interface AccessSample {
  readonly subscriptions: readonly Pick<Subscription, 'clientid' | 'topic' | 'qos'>[]
  /** As many as the broker says there are. */
  readonly total: number
  /** Those of the sample that could be read, by client ID. */
  readonly sessions: ReadonlyMap<string, AccessSession>
}

/** What decisions about the clients of a sample depend on beside the sources and the settings. */
export interface AccessSurroundings {
  readonly authenticators: readonly Authenticator[]
  /** By the id of the built-in authenticator. */
  readonly users: ReadonlyMap<string, Lookup<AuthnUser>>
  readonly listeners: ReadonlyMap<string, AccessListener>
  /** Of the built-in database. */
  readonly rules: BuiltInRules
  /** Filters may be kept as something else than what was asked for, and decided about. */
  readonly isRewritten?: boolean
}

export interface BuiltInRules {
  readonly clients: Lookup<readonly BuiltInRule[]>
  readonly users: Lookup<readonly BuiltInRule[]>
  readonly all: readonly BuiltInRule[]
}

/** What is kept under a name: something, nothing, or it was not read. */
export type Lookup<Entry> = (name: string) => Entry | 'none' | 'unread'
