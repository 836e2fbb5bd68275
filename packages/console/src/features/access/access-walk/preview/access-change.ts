import type { AccessSource, SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'

/** What is about to be changed of who may do what; whatever is not named stays. */
export interface AccessChange {
  /** What no source decides. */
  readonly noMatch?: Permission
  /** As it is to be; one that is not in the chain becomes the first, as the broker has it. */
  readonly source?: AccessSource
  /** Leaves the chain. */
  readonly without?: SourceType
  /** All sources, the first asked first. */
  readonly order?: readonly SourceType[]
  readonly rules?: RulesChange
}

/** Of the built-in database: what takes the place of the rules that are there. None takes them away. */
export interface RulesChange {
  readonly clients?: readonly { readonly clientid: string; readonly rules: readonly BuiltInRule[] }[]
  readonly users?: readonly { readonly username: string; readonly rules: readonly BuiltInRule[] }[]
  readonly all?: readonly BuiltInRule[]
  /** Everything that is not named here is taken away, too. */
  readonly isCleared?: boolean
  /** Clients and usernames that have rules keep them. */
  readonly isOnlyAdded?: boolean
}
