import type { BuiltInRule, BuiltInRuleInput } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { PageMeta } from '@brokerdeck/contract/paging.ts'
import type { Mutation } from '#acting/action.tsx'
import type { AskedRule } from '#features/access/access-evaluation/matches/rule-matches.ts'
import type { RulesChange } from '#features/access/access-evaluation/preview/access-change.ts'
import type { WritePlan } from '#resource/endpoint-form/write-plan.ts'

/** A client ID or a username with rules of its own. */
export interface OwnRules {
  readonly id: string
  readonly rules: readonly BuiltInRule[]
}

interface Entry {
  readonly id: string
  readonly rules: BuiltInRuleInput[]
}

interface Question {
  readonly page: number
  readonly limit: number
  readonly like: string | undefined
}

interface OwnRulesPage {
  readonly data: readonly OwnRules[]
  readonly meta: PageMeta
}

interface OwnRulesResult {
  readonly data: OwnRulesPage | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Describes one of the two kinds of owners of rules: the requests are the same, with other URLs and other names. */
export interface RuleOwners {
  /** The name of the identifying field in the API. */
  readonly idName: string
  /** The name of the filter in the URL of the page. */
  readonly likeKey: 'like_clientid' | 'like_username'
  readonly label: string
  /** The message if no client ID or username is given. */
  readonly missing: string
  readonly tableLabel: string
  readonly addTitle: string
  readonly emptyText: string
  readonly exportName: string
  readonly usePage: (question: Question) => OwnRulesResult
  readonly ask: (question: Question, signal: AbortSignal) => Promise<OwnRulesPage>
  readonly adding: WritePlan
  readonly saving: (id: string) => WritePlan
  /** Reads the present rules of an owner; undefined if the owner has no rules any more. */
  readonly one: (id: string) => Promise<OwnRules | undefined>
  /** Creates all entries, or none if one of them exists already. */
  readonly createAll: (entries: readonly Entry[], signal: AbortSignal) => Promise<unknown>
  /** Replaces the existing rules of an owner. */
  readonly put: (entry: Entry, signal: AbortSignal) => Promise<unknown>
  /** Returns the rules of an owner in the form that is used to ask whom they hit. */
  readonly asked: (own: OwnRules) => readonly AskedRule[]
  /** Returns the change for a preview: these rules replace the existing rules. */
  readonly change: (entries: readonly OwnRules[]) => RulesChange
  readonly remove: Mutation<string>
}
