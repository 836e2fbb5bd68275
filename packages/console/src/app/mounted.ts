export type Unmount = () => void

/** The login or the application after mounting it in the page. */
export interface Mounted {
  readonly unmount: Unmount
  /** Stops all requests to the broker without losing any state. */
  pause(): void
  resume(): void
}
