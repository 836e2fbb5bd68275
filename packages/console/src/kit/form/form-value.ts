/** What stands in the form state for one field; a mirror of the screen, converted once, at submit. */
export type FormValue = FormLeaf | FormValues | readonly FormValues[]
type FormLeaf = string | boolean | readonly string[] | Blob | undefined

/** State of a form, an object, a row. Nested as the paths of the fields say. */
export interface FormValues {
  readonly [key: string]: FormValue
}
