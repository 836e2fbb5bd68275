import { isNotOffered, problemOf } from './errors.ts'

/** What was to be read or deleted is not there any more: it ended, or somebody else was faster. */
export function isGone(error: unknown): boolean {
  const problem = problemOf(error)
  return problem?.kind === 'rejected' && problem.status === 404 && !isNotOffered(problem)
}
