import * as v from 'valibot'

/** The milliseconds from 1970 to the last day that a `Date` can represent. */
const longest = 8.64e15

/** The time of a record, in milliseconds since the epoch, limited to what can be formatted as a date. */
export const storedTime = v.pipe(v.number(), v.minValue(-longest), v.maxValue(longest))

/** The time of a record, in seconds since the epoch. */
export const storedSeconds = v.pipe(v.number(), v.minValue(-longest / 1000), v.maxValue(longest / 1000))
