import type { AccessSource, SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'

/** Describes a planned change of authorization; properties that are left out stay as they are. */
export interface AccessChange {
  /** The permission for requests that no source decides. */
  readonly noMatch?: Permission
  /** The source with its new settings. A source that is not in the chain becomes the first, as in the broker. */
  readonly source?: AccessSource
  /** The type of the source that leaves the chain. */
  readonly without?: SourceType
  /** The types of all sources; the first is asked first. */
  readonly order?: readonly SourceType[]
  readonly rules?: RulesChange
}

/** The new rules of the built-in database, which replace the present rules. An empty list removes them. */
export interface RulesChange {
  readonly clients?: readonly { readonly clientid: string; readonly rules: readonly BuiltInRule[] }[]
  readonly users?: readonly { readonly username: string; readonly rules: readonly BuiltInRule[] }[]
  readonly all?: readonly BuiltInRule[]
  /** True if everything that is not named here is removed as well. */
  readonly isCleared?: boolean
  /** True if clients and usernames that already have rules keep them. */
  readonly isOnlyAdded?: boolean
}
