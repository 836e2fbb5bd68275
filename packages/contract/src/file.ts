import * as v from 'valibot'

const isBlob = (value: unknown): value is Blob =>
  typeof value === 'object' && value !== null && 'size' in value && 'arrayBuffer' in value

/** The bytes of a file. `v.blob()` is not used, because Node and the DOM of a test each have a class of this name. */
export const fileSchema = v.custom<Blob>(isBlob)

/** A file with a name, as part of a form. */
export const namedFileSchema = v.custom<File>((value) => isBlob(value) && 'name' in value)
