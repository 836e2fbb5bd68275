import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import { outputDifference, type Pointer, readOutput } from './compare-outputs.ts'
import type { TestCase } from './test-cases.ts'

/** `uncertain`: only the broker can tell, or the message is invalid. */
export type Verdict =
  | { readonly kind: 'holds' | 'uncertain' }
  | { readonly kind: 'other-outcome' }
  | { readonly kind: 'other-output'; readonly paths: readonly Pointer[] }

/** Judges whether a test case holds. */
export function judgeCase({ expects, output, varies }: TestCase, outcome: LabOutcome): Verdict {
  if (outcome.kind === 'broker-only' || outcome.kind === 'unreadable') return { kind: 'uncertain' }
  if (outcome.kind !== expects) return { kind: 'other-outcome' }
  if (outcome.kind !== 'passes' || output === undefined) return { kind: 'holds' }
  if (outcome.length !== undefined || readOutput(output) === undefined)
    return { kind: 'other-output', paths: [''] }
  const paths = outputDifference(output, outcome.output, varies)
  return paths.length === 0 ? { kind: 'holds' } : { kind: 'other-output', paths }
}

/** True if the outcome is not the expected one; false if it is as expected or uncertain. */
export const isBroken = ({ kind }: Verdict): boolean => kind === 'other-outcome' || kind === 'other-output'
