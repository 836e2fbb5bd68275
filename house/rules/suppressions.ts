import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

export const MAX_SUPPRESSIONS = 10

const SUPPRESSION =
  /(biome-ignore(?:-all|-start)?|@ts-(?:ignore|expect-error|nocheck)|eslint-disable|oxlint-disable|v8 ignore|istanbul ignore)/
/** The format that biome requires: the rule, a colon, and a reason of several words. */
const WITH_REASON = /biome-ignore(?:-all|-start)? [\w/]+: \S+(?: \S+){2,}/

/** A test may assert that code does not compile and say why: that is not a suppression and is not counted. */
const EXPECTED_FAULT = /^@ts-expect-error: \S+(?: \S+){2,}/

export const suppressions: Rule = { name: 'suppressions', check }

function* check(repository: Repository): Generator<Offence> {
  const isTypeTest = ({ path, message }: Offence) =>
    /\.test\.tsx?$/.test(path) && EXPECTED_FAULT.test(message)
  const found = allSuppressions(repository).filter((offence) => !isTypeTest(offence))
  for (const offence of found) {
    if (!WITH_REASON.test(offence.message)) yield offence
  }
  for (const offence of found.slice(MAX_SUPPRESSIONS))
    yield { ...offence, message: `is one suppression more than ${MAX_SUPPRESSIONS}` }
}

function allSuppressions(repository: Repository): readonly Offence[] {
  return repository
    .code()
    .flatMap((file) =>
      file.syntax.comments
        .filter(({ text }) => SUPPRESSION.test(text))
        .map(({ text, line }) => ({ path: file.path, line, message: text.trim() })),
    )
}
