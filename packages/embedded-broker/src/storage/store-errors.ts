import * as v from 'valibot'

/** Thrown when the data on disk differs from what was written. The file is left unchanged for a manual inspection. */
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

/** Thrown when another live process uses the data directory. */
export class LockedStore extends Error {
  override readonly name = 'LockedStore'
  readonly file: string

  constructor(file: string, pid: number) {
    super(`The data directory is in use by process ${pid} (${file}).`)
    this.file = file
  }
}

/**
 * Thrown when a write did not reach the disk. The write has no effect; earlier acknowledged data is safe, and the
 * next write may succeed.
 */
export class FailedStore extends Error {
  override readonly name = 'FailedStore'

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`Nothing was changed, because ${file} cannot be written: ${reason}`, { cause })
  }
}

/**
 * Describes where a record is invalid and what is expected there, without its values, since a value may be a
 * password.
 */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  const places = issues.map((issue) => {
    const expected = issue.expected ?? issue.message
    return `${v.getDotPath(issue) ?? 'the record'} is not as expected (${expected})`
  })
  return places.join('; ')
}

/** The maximum length of the description. */
const longestIssue = 500

/**
 * Thrown for a record of another version. The record stays unchanged, so that no data of an operator is overwritten.
 */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor(kind: string, key: string, issue: string) {
    const name = JSON.stringify(key.slice(0, longestIssue))
    super(
      `the stored ${kind} record ${name} cannot be read: ${issue.replaceAll(/\s+/g, ' ').slice(0, longestIssue)}`,
    )
  }
}
