import type { AskedRule } from '#features/access/access-walk/hits/rule-hits.ts'
import type { Address } from '#routes/routes.ts'

/** How it is known: worked out from the settings, seen, or not at all. */
export type Basis = 'computed' | 'observed' | 'unknown'

/** `next` has nothing to say of it, `skipped` is disabled; of the last three only the broker knows whether they do. */
export type Outcome = 'allow' | 'deny' | 'next' | 'skipped' | 'mayAllow' | 'mayDeny' | 'unknown'

/** A rule that decides or may. */
export interface StepRule {
  /** Where it stands, if the text of the step does not say so. */
  readonly where?: string
  readonly words: string
  /** To ask whom else it hits. */
  readonly asked: AskedRule | undefined
}

export interface WalkStep {
  readonly id: string
  /** Who is asked. */
  readonly title: string
  readonly basis: Basis
  readonly outcome: Outcome
  /** What it says, and why. */
  readonly text: string
  readonly rules?: readonly StepRule[]
  /** Where it is set up. */
  readonly to?: Address
}

export interface WalkVerdict {
  readonly outcome: 'allow' | 'deny' | 'depends'
  /** The one that decides; several where that cannot be told and all of them say the same. */
  readonly by: readonly string[]
  /** Unknown answers before the deciding one that may be other than its. */
  readonly dependsOn: readonly string[]
  readonly notes: readonly string[]
}

export interface Walk {
  readonly steps: readonly WalkStep[]
  readonly verdict: WalkVerdict
}
