import * as v from 'valibot'

/** `1h30m`, or a number of milliseconds where one was written. */
export const configDuration = v.union([v.string(), v.number()])
/** `16MB`, or a number of bytes. */
export const configSize = v.union([v.string(), v.number()])
/** `80%`, or a part of one. */
export const configPercent = v.union([v.string(), v.number()])
/** `infinity`, `1000/s`, `1MB/10s`. */
export const configRate = v.union([v.string(), v.number()])
