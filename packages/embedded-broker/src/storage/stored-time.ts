import * as v from 'valibot'

/** Milliseconds from 1970 to the last day that a date can be made of. */
const longest = 8.64e15

/** A time of a record in epoch milliseconds. Of any other no text could be made. */
export const storedTime = v.pipe(v.number(), v.minValue(-longest), v.maxValue(longest))

/** The same in seconds. */
export const storedSeconds = v.pipe(v.number(), v.minValue(-longest / 1000), v.maxValue(longest / 1000))
