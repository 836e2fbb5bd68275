import * as v from 'valibot'

const isBlob = (value: unknown): value is Blob =>
  typeof value === 'object' && value !== null && 'size' in value && 'arrayBuffer' in value

/** The bytes of a file. Not `v.blob()`: Node and the DOM of a test have a class of this name each. */
export const fileSchema = v.custom<Blob>(isBlob)

/** One that travels in a form, under its name. */
export const namedFileSchema = v.custom<File>((value) => isBlob(value) && 'name' in value)
