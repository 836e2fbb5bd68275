import * as v from 'valibot'

const shownIssues = 3

/** Matches names of fields whose values must not appear in the log of a pipeline. */
const secretName = /passw|secret|token|cookie|credential|key|auth/i

/**
 * Tells whether a value may be printed. A response may contain passwords, so only short plain words are printed, and
 * none in a field that may be secret.
 */
function mayBeShown(value: unknown, place: string): boolean {
  if (value === null || value === undefined || typeof value === 'object') return true
  return !secretName.test(place) && /^[\w.:-]{0,24}$/.test(String(value))
}

function spellIssue(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? '(answer)'
  if (mayBeShown(issue.input, place)) return `${place}: ${issue.message}`
  const received = `received a ${typeof issue.input}`
  return `${place}: ${issue.expected === null ? received : `expected ${issue.expected}, ${received}`}`
}

/** Says where a response does not match the contract, and why. */
export function spellIssues(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  const more = issues.length - shownIssues
  const shown = issues.slice(0, shownIssues).map(spellIssue)
  return more > 0 ? [...shown, `and ${more} more`] : shown
}
