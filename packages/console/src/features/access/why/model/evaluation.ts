import type { AskedRule } from '#features/access/access-evaluation/matches/rule-matches.ts'
import type { Address } from '#routes/routes.ts'

/** How an answer is known: computed from the settings, observed in a trace, or unknown. */
export type Basis = 'computed' | 'observed' | 'unknown'

/**
 * The outcome of a step: `next` does not decide, `skipped` is disabled; for the last three, only the broker knows
 * whether they decide.
 */
export type Outcome = 'allow' | 'deny' | 'next' | 'skipped' | 'mayAllow' | 'mayDeny' | 'unknown'

/** A rule that decides, or may decide. */
export interface StepRule {
  /** The place of the rule, if the text of the step does not name it. */
  readonly where?: string
  readonly words: string
  /** The rule in the form that is used to ask whom else it hits. */
  readonly asked: AskedRule | undefined
}

export interface EvaluationStep {
  readonly id: string
  /** The name of what is asked. */
  readonly title: string
  readonly basis: Basis
  readonly outcome: Outcome
  /** The answer and its reason, in words. */
  readonly text: string
  readonly rules?: readonly StepRule[]
  /** The page where it is configured. */
  readonly to?: Address
}

export interface EvaluationVerdict {
  readonly outcome: 'allow' | 'deny' | 'depends'
  /** The title of the decider; several titles if the decider cannot be told and all of them give the same answer. */
  readonly by: readonly string[]
  /** The titles of unknown answers before the deciding one that may differ from it. */
  readonly dependsOn: readonly string[]
  readonly notes: readonly string[]
}

export interface Evaluation {
  readonly steps: readonly EvaluationStep[]
  readonly verdict: EvaluationVerdict
}
