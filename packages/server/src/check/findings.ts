import { toSearch } from '@brokerdeck/contract/wire.ts'
import type { Verdict } from './judge.ts'
import type { Question } from './questions.ts'

/** One row of the table: a question, asked about one or several subjects, and its worst verdict. */
export interface Finding {
  readonly question: string
  readonly isDispensable: boolean
  readonly asked: number
  readonly verdict: Verdict | { readonly kind: 'unasked'; readonly reason: string }
}

const severity: Readonly<Record<Verdict['kind'], number>> = {
  read: 0,
  gone: 1,
  unset: 1,
  off: 1,
  lacking: 2,
  refused: 3,
  silent: 4,
  unreadable: 5,
}

export function findingOf(question: Question, verdicts: readonly Verdict[]): Finding {
  const [worst] = [...verdicts].sort((a, b) => severity[b.kind] - severity[a.kind])
  return {
    question: nameOf(question),
    isDispensable: question.isDispensable,
    asked: verdicts.length,
    verdict: worst ?? { kind: 'unasked', reason: `nothing there to ask about` },
  }
}

export function nameOf({ endpoint, query }: Pick<Question, 'endpoint' | 'query'>): string {
  const search = decodeURIComponent(toSearch(query).toString())
  return `${endpoint.method} ${endpoint.path}${search === '' ? '' : `?${search}`}`
}

/** Whether the console cannot do its work because of it. */
export function isFailure({ verdict, isDispensable }: Finding): boolean {
  switch (verdict.kind) {
    case 'read':
    case 'gone':
    case 'unset':
    case 'off':
    case 'unasked':
      return false
    case 'lacking':
      return !isDispensable
    case 'refused':
    case 'silent':
    case 'unreadable':
      return true
  }
}
