import type { AccessClient } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Finding, PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { Doubt } from '#features/access/access-evaluation/find-match.ts'
import { describePlaced } from '#features/access/access-evaluation/placed-words.ts'
import { whyUnknown } from '#features/access/access-evaluation/why-unknown.ts'
import { why as m } from '#features/access/messages/why.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { toAskedRule } from './asked-rule.ts'
import type { EvaluationStep, Outcome, StepRule } from './evaluation.ts'

interface Doubted {
  readonly source: string
  readonly client: AccessClient
  readonly doubts: readonly Doubt[]
  /** The finding behind the doubtful rules; undefined if there are too many doubtful rules. */
  readonly finding: Finding | undefined
}

/** The maximum number of rules shown: of more rules, the first ones and the last one are shown. */
const mostShown = 4

function toOutcome({ doubts, finding }: Doubted): Outcome {
  const said = new Set(doubts.map(({ placed }) => placed.rule.permission))
  const isDecided = finding?.placed !== undefined
  if (isDecided) said.add(finding.placed.rule.permission)
  const [only] = said
  if (finding === undefined || said.size !== 1 || only === undefined) return 'unknown'
  if (isDecided) return only
  return only === 'allow' ? 'mayAllow' : 'mayDeny'
}

/** Describes the answer of a source with doubtful rules, that is, rules that may or may not match the request. */
export function doubtStep(doubted: Doubted): Pick<EvaluationStep, 'basis' | 'outcome' | 'text' | 'rules'> {
  const { source, client, doubts, finding } = doubted
  const outcome = toOutcome(doubted)
  const placed = [...doubts.map((one) => one.placed), ...(finding?.placed ? [finding.placed] : [])]
  const left = placed.length - mostShown
  const shown = left > 0 ? [...placed.slice(0, mostShown - 1), ...placed.slice(-1)] : placed
  const lacks = [...new Set(doubts.map(({ lacks: lack }) => whyUnknown[lack]))]
  const isSure = outcome === 'allow' || outcome === 'deny'
  const ending = isSure ? m.anyOfThese : finding?.placed === undefined ? undefined : m.firstOfThese
  const words = [
    ...lacks,
    ...(ending === undefined ? [] : [ending]),
    ...(left > 0 ? [m.rulesLeftOut(left, formatNumber(left))] : []),
  ]
  const toStepRule = (one: PlacedRule): StepRule => {
    const { where, rule } = describePlaced(one)
    return { where, words: rule, asked: toAskedRule(source, one, client) }
  }
  return {
    outcome,
    basis: isSure ? 'computed' : 'unknown',
    text: words.reduce((one, other) => m.sentences(one, other)),
    rules: shown.map(toStepRule),
  }
}
