import type { Authenticator, AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import type { AccessListener, AccessSession } from '#features/access/access-evaluation/access-facts.ts'

/** Holds a sample of the present subscriptions and of their clients. */
export interface AccessSample {
  readonly subscriptions: readonly Pick<Subscription, 'clientid' | 'topic' | 'qos'>[]
  /** The total number of subscriptions, as the broker reports it. */
  readonly total: number
  /** The sessions of the sample that could be read, by client ID. */
  readonly sessions: ReadonlyMap<string, AccessSession>
}

/** Holds what decisions about the clients of a sample depend on besides the sources and the settings. */
export interface AccessSurroundings {
  readonly authenticators: readonly Authenticator[]
  /** The users, by the id of the built-in authenticator. */
  readonly users: ReadonlyMap<string, Lookup<AuthnUser>>
  readonly listeners: ReadonlyMap<string, AccessListener>
  /** The rules of the built-in database. */
  readonly rules: BuiltInRules
  /** True if topic rewriting may keep filters that differ from those that were requested and decided about. */
  readonly isRewritten?: boolean
}

export interface BuiltInRules {
  readonly clients: Lookup<readonly BuiltInRule[]>
  readonly users: Lookup<readonly BuiltInRule[]>
  readonly all: readonly BuiltInRule[]
}

/** Looks up the entry under a name: the entry, `none` if there is none, or `unread` if it was not read. */
export type Lookup<Entry> = (name: string) => Entry | 'none' | 'unread'
