import type { FormValue } from '#kit/form/form-value.ts'

/** Converts between a value of the API and the state of its control. */
export interface ValueCodec {
  /** Accepts any value of the broker; an absent value becomes empty, or the default if the control cannot be empty. */
  toForm(api: unknown): FormValue
  /** Called only for changed values; undefined leaves the value out of the request. */
  toApi(value: FormValue, original: unknown): unknown
}
