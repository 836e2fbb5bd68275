/** Acknowledgements in the order of what they acknowledge (MQTT-4.6.0-2, 4.6.0-3), each after its writes. */
export class AckQueue {
  #tail: Promise<void> | undefined
  readonly #onFailure: () => void

  constructor(onFailure: () => void) {
    this.#onFailure = onFailure
  }

  after(writes: readonly Promise<void>[], acknowledge: () => void): void {
    if (writes.length === 0 && this.#tail === undefined) {
      acknowledge()
      return
    }
    const tail = Promise.all([this.#tail, ...writes]).then(
      () => acknowledge(),
      () => this.#onFailure(),
    )
    this.#tail = tail
    void tail.then(() => {
      if (this.#tail === tail) this.#tail = undefined
    })
  }
}
