import * as v from 'valibot'

/** The data on disk is not what was written. Nothing has been changed: the file is left for a human to look at. */
export class DamagedStore extends Error {
  override readonly name = 'DamagedStore'
  readonly file: string
  readonly offset: number

  constructor(file: string, offset: number, what: string) {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Nothing was changed; restore the file or move it away.`,
    )
    this.file = file
    this.offset = offset
  }
}

/** Another living process uses the data directory. */
export class LockedStore extends Error {
  override readonly name = 'LockedStore'
  readonly file: string

  constructor(file: string, pid: number) {
    super(`The data directory is in use by process ${pid} (${file}).`)
    this.file = file
  }
}

/** A write did not reach the disk. It has no effect; what was acknowledged before is safe, and the next may succeed. */
export class FailedStore extends Error {
  override readonly name = 'FailedStore'

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`Nothing was changed, because ${file} cannot be written: ${reason}`, { cause })
  }
}

/** Where a record is wrong, and what is expected there; what it holds may be a password. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  const places = issues.map((issue) => {
    const expected = issue.expected ?? issue.message
    return `${v.getDotPath(issue) ?? 'the record'} is not as expected (${expected})`
  })
  return places.join('; ')
}

/** Longer than what anybody reads of it. */
const longestIssue = 500

/** A record of another version. It stays as it is: nothing of an operator's is overwritten. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor(kind: string, key: string, issue: string) {
    const name = JSON.stringify(key.slice(0, longestIssue))
    super(
      `the stored ${kind} record ${name} cannot be read: ${issue.replaceAll(/\s+/g, ' ').slice(0, longestIssue)}`,
    )
  }
}
