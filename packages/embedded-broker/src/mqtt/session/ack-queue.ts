/** Sends acknowledgements in the order of the acknowledged packets (MQTT-4.6.0-2, 4.6.0-3), each after its writes. */
export class AckQueue {
  #tail: Promise<void> | undefined
  readonly #onFailure: () => void
  readonly #onFault: (error: unknown) => void

  /** `onFailure` is called after a failed write, `onFault` if an acknowledgement itself throws. */
  constructor(onFailure: () => void, onFault: (error: unknown) => void) {
    this.#onFailure = onFailure
    this.#onFault = onFault
  }

  after(writes: readonly Promise<void>[], acknowledge: () => void): void {
    if (writes.length === 0 && this.#tail === undefined) {
      acknowledge()
      return
    }
    const tail = Promise.all([this.#tail, ...writes])
      .then(
        () => acknowledge(),
        () => this.#onFailure(),
      )
      .catch((error: unknown) => this.#onFault(error))
    this.#tail = tail
    void tail.then(() => {
      if (this.#tail === tail) this.#tail = undefined
    })
  }
}
