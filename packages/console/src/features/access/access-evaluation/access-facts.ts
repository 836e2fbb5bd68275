import type { Authenticator, AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { AccessSource, AuthorizationSettings } from '@brokerdeck/contract/access/authorization.ts'
import type { Listener } from '@brokerdeck/contract/settings/listeners.ts'
import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'

/** The properties of a session that access decisions depend on. */
export type AccessSession = { readonly clientid: string } & {
  readonly [Name in SessionFact]?: Client[Name] | undefined
}

type SessionFact =
  | 'username'
  | 'ip_address'
  | 'listener'
  | 'proto_name'
  | 'client_attrs'
  | 'mountpoint'
  | 'enable_authn'
  | 'connected'

/** The properties of a listener that access decisions depend on. */
export type AccessListener = Pick<Listener, 'zone' | 'enable_authn' | 'ssl_options' | 'proxy_protocol'>

/** Holds everything from the broker that a decision about one client is made of, read at one moment. */
export interface AccessFacts {
  /** The session of the client ID. */
  readonly session: AccessSession | undefined
  readonly listener: AccessListener | undefined
  /** The authenticators, in the order of the chain. */
  readonly authenticators: readonly Authenticator[]
  /** The user record of this client, by the id of a built-in authenticator. */
  readonly users: ReadonlyMap<string, AuthnUser>
  readonly settings: AuthorizationSettings
  /** The authorization sources, in the order of the chain. */
  readonly sources: readonly AccessSource[]
  /** The rules of the built-in database that are for this client. */
  readonly builtInRules: readonly PlacedRule[]
}
