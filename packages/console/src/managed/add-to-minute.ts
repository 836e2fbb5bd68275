export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number
  readonly value: number
}

const MINUTE = 60_000

/** With the newest sample, without what is older than a minute. One that was read again takes its own place. */
export function addToMinute(samples: readonly Sample[], newest: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => at >= newest.at - MINUTE && at < newest.at), newest]
}
