import * as v from 'valibot'

/**
 * An id that the broker has generated, of 8 to 32 hexadecimal digits. Files are named by it, so no other text may
 * become part of a path.
 */
export const storedId = v.pipe(v.string(), v.regex(/^[\da-f]{8,32}$/, 'an id of hexadecimal digits'))
