import * as v from 'valibot'

/** An id that the broker has made, of 8 to 32 digits. Files are called by it: no other text may be a part of a path. */
export const storedId = v.pipe(v.string(), v.regex(/^[\da-f]{8,32}$/, 'an id of hexadecimal digits'))
