import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import { ruleLab as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatList } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { StatusKind } from '#ui/status.tsx'
import type { BrokerAnswer } from './ask-broker.ts'
import type { Pointer } from './compare-outputs.ts'

interface OutcomeWords {
  readonly kind: StatusKind
  readonly word: string
  /** The reason, if it is known. */
  readonly why?: string
}

const whyNoResult = { source: m.noSource, condition: m.noCondition, empty: m.noRows } as const
const whyLimit = { time: m.limitTime, size: m.limitSize, depth: m.limitDepth } as const

/** Returns the words for the outcome of a statement, or for the broker's answer to the same input. */
export function outcomeWords(outcome: LabOutcome | BrokerAnswer): OutcomeWords {
  switch (outcome.kind) {
    case 'passes':
      return { kind: 'ok', word: m.passes }
    case 'no-result':
      return { kind: 'off', word: m.noResult, ...('why' in outcome ? { why: whyNoResult[outcome.why] } : {}) }
    case 'fails':
      return { kind: 'bad', word: m.fails }
    case 'broker-only':
      return {
        kind: 'unknown',
        word: m.notEvaluated,
        why: m.onlyBroker(visibleText(outcome.functionName, 60)),
      }
    case 'limit':
      return { kind: 'bad', word: m.notEvaluated, why: whyLimit[outcome.what] }
    case 'unreadable':
      return { kind: 'unknown', word: m.notEvaluated, why: m.unreadable }
    case 'unsendable': {
      const why = { bytes: m.unsendableBytes, integer: m.unsendableInteger, json: m.unsendableJson }
      return { kind: 'unknown', word: m.notEvaluated, why: why[outcome.why] }
    }
  }
}

const mostNamed = 5

/** Lists JSON pointers such as `/a/0`; the empty pointer becomes the words for the whole output. */
export function pathsInWords(paths: readonly Pointer[]): string {
  const named = paths.slice(0, mostNamed).map((path) => (path === '' ? m.wholeOutput : visibleText(path, 60)))
  return formatList(paths.length > mostNamed ? [...named, '…'] : named)
}
