import { compileLatin, Pcre } from '../../../pcre/compile-pcre.ts'
import type { PatternMatch } from '../../../pcre/find-pattern.ts'
import { Steps } from '../../../pcre/steps.ts'
import type { EvaluationBudget } from '../budget.ts'
import { latinToBytes, toLatin } from '../byte-text.ts'
import { failure } from '../rule-failure.ts'
import { isBinary, type Term, toBinary, toBytes } from '../term.ts'
import { budgetIn, type CallContext, type FunctionTable, taking } from './arguments.ts'
import { joinBytes } from './term-text.ts'

function bytesIn(term: Term): Uint8Array {
  if (isBinary(term)) return toBytes(term)
  throw failure('badarg')
}

/** A statement may take more steps than a connecting client; usually its budget ends it sooner. */
const mostSteps = 4_000_000
const [stepsForCharacter, stepsForSet] = [8, 200]

type MatchPosition = Parameters<Pcre['findIn']>[1]

function patternIn(term: Term, { execution }: CallContext): Pcre {
  const bytes = bytesIn(term)
  // Each character of the pattern becomes a set of characters, sometimes of all characters except one.
  execution.budget.spend(bytes.length * stepsForCharacter)
  const text = toLatin(bytes)
  execution.budget.spend((text.match(/[.[\\]/g)?.length ?? 0) * stepsForSet)
  const compiled = compileLatin(text)
  if (compiled instanceof Pcre) return compiled
  throw failure('badarg')
}

const placeIn = ({ execution }: CallContext): MatchPosition => ({
  from: 0,
  steps: new Steps(execution.budget, mostSteps),
})

/** Yields all matches in order; after an empty match, the search continues one byte further. */
function* everywhere(pattern: Pcre, subject: Uint8Array, { steps }: MatchPosition): Generator<PatternMatch> {
  let from = 0
  while (from <= subject.length) {
    const found = pattern.findIn(subject, { from, steps })
    const place = found?.[0]
    if (found === undefined || place === undefined) return
    yield found
    from = place[1] === place[0] ? place[1] + 1 : place[1]
  }
}

const part = (subject: Uint8Array, place: readonly [number, number] | undefined) =>
  place === undefined ? new Uint8Array() : subject.subarray(place[0], place[1])

/** Fills in a replacement: `&` is the whole match, `\1` a group, any other character after a backslash is itself. */
function fillIn(
  replacement: Uint8Array,
  subject: Uint8Array,
  found: PatternMatch,
  budget: EvaluationBudget,
): Uint8Array {
  budget.spend(replacement.length)
  const text = toLatin(replacement)
  const parts: Uint8Array[] = []
  for (const [token, escaped] of text.matchAll(/\\g\{?(?:\d+)\}?|\\([1-9]\d?|[\s\S])|[^\\&]+|[\s\S]/g)) {
    const group = /^\\g\{?(\d+)/.exec(token)?.[1] ?? (/^[1-9]/.test(escaped ?? '') ? escaped : undefined)
    if (group !== undefined) parts.push(part(subject, found[Number(group)]))
    else if (token === '&') parts.push(part(subject, found[0]))
    else parts.push(latinToBytes(escaped ?? token))
  }
  budget.make(parts.reduce((size, one) => size + one.length, 0))
  return joinBytes(parts)
}

function replaceMatches([subject, pattern, replacement]: readonly Term[], around: CallContext): Term {
  const bytes = bytesIn(subject)
  const filler = bytesIn(replacement)
  const parts: Uint8Array[] = []
  let at = 0
  for (const found of everywhere(patternIn(pattern, around), bytes, placeIn(around))) {
    const [from, to] = found[0] ?? [0, 0]
    parts.push(bytes.subarray(at, from), fillIn(filler, bytes, found, budgetIn(around)))
    at = to
  }
  return toBinary(joinBytes([...parts, bytes.subarray(at)]))
}

/** Returns the groups up to the last group that took part in the match. */
function extractMatches([subject, pattern]: readonly Term[], around: CallContext): Term {
  const bytes = bytesIn(subject)
  const found = patternIn(pattern, around).findIn(bytes, placeIn(around))
  if (found === undefined) return []
  const last = found.findLastIndex((place) => place !== undefined)
  const groups = found.slice(1, last + 1)
  budgetIn(around).make(groups.reduce((size, place) => size + part(bytes, place).length, 0))
  return groups.map((place) => toBinary(part(bytes, place).slice()))
}

export const regexFunctions: FunctionTable = {
  regex_match: taking(2)(
    ([subject, pattern], around) =>
      patternIn(pattern, around).findIn(bytesIn(subject), placeIn(around)) !== undefined,
  ),
  regex_replace: taking(3)(replaceMatches),
  regex_extract: taking(2)(extractMatches),
}
