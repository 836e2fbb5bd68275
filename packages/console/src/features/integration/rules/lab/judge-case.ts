import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import { outputDifference, type Pointer, readOutput } from './compare-outputs.ts'
import type { TestCase } from './test-cases.ts'

/** `uncertain`: only the broker can say, or the message is none. */
export type Verdict =
  | { readonly kind: 'holds' | 'uncertain' }
  | { readonly kind: 'other-outcome' }
  | { readonly kind: 'other-output'; readonly paths: readonly Pointer[] }

/** Whether a case holds. */
export function judgeCase({ expects, output, varies }: TestCase, outcome: LabOutcome): Verdict {
  if (outcome.kind === 'broker-only' || outcome.kind === 'unreadable') return { kind: 'uncertain' }
  if (outcome.kind !== expects) return { kind: 'other-outcome' }
  if (outcome.kind !== 'passes' || output === undefined) return { kind: 'holds' }
  if (outcome.length !== undefined || readOutput(output) === undefined)
    return { kind: 'other-output', paths: [''] }
  const paths = outputDifference(output, outcome.output, varies)
  return paths.length === 0 ? { kind: 'holds' } : { kind: 'other-output', paths }
}

/** Neither as expected, nor open. */
export const isBroken = ({ kind }: Verdict): boolean => kind === 'other-outcome' || kind === 'other-output'
