import type { BuiltInRule, BuiltInRuleInput } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { PageMeta } from '@brokerdeck/contract/paging.ts'
import type { Mutation } from '#acting/action.tsx'
import type { AskedRule } from '#features/access/access-walk/hits/rule-hits.ts'
import type { RulesChange } from '#features/access/access-walk/preview/access-change.ts'
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

/** The two kinds of those who have rules of their own: the same requests at other addresses, with other names. */
export interface RuleOwners {
  /** As the API calls what they are told apart by. */
  readonly idName: string
  /** Name of the filter in the address of the page. */
  readonly likeKey: 'like_clientid' | 'like_username'
  readonly label: string
  /** Where none is given. */
  readonly missing: string
  readonly tableLabel: string
  readonly addTitle: string
  readonly emptyText: string
  readonly exportName: string
  readonly usePage: (question: Question) => OwnRulesResult
  readonly ask: (question: Question, signal: AbortSignal) => Promise<OwnRulesPage>
  readonly adding: WritePlan
  readonly saving: (id: string) => WritePlan
  /** As they are now; undefined if there are none any more. */
  readonly one: (id: string) => Promise<OwnRules | undefined>
  /** All of them, or none if one is there already. */
  readonly createAll: (entries: readonly Entry[], signal: AbortSignal) => Promise<unknown>
  /** In place of what is there. */
  readonly put: (entry: Entry, signal: AbortSignal) => Promise<unknown>
  /** The rules of one, to ask whom they hit. */
  readonly asked: (own: OwnRules) => readonly AskedRule[]
  /** What a preview is to be of: these rules in place of those that are there. */
  readonly change: (entries: readonly OwnRules[]) => RulesChange
  readonly remove: Mutation<string>
}
