import type { FormValue } from '#kit/form/form-value.ts'

/** Between a value of the API and the state of its control. */
export interface ValueCodec {
  /** Takes whatever the broker says; what is absent is empty, or the default where a control cannot be empty. */
  toForm(api: unknown): FormValue
  /** Only asked about what was changed; undefined is absent from the request. */
  toApi(value: FormValue, original: unknown): unknown
}
