export type Unmount = () => void

/** The login or the application, in the page. */
export interface Mounted {
  readonly unmount: Unmount
  /** Nothing is asked of the broker, and nothing is lost. */
  pause(): void
  resume(): void
}
