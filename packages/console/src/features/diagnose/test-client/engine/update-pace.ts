/** Ten a second are as many as a person can read, and few enough for the page. */
const PERIOD = 100
/** Rates fall although nothing comes. */
const REST = 1_000

/** Calls at most ten times a second after `due()`, and once a second anyway. */
export class UpdatePace {
  readonly #run: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #rest: ReturnType<typeof setInterval>
  #ranAt = 0

  constructor(run: () => void) {
    this.#run = run
    this.#rest = setInterval(() => this.due(), REST)
  }

  due(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#ranAt + PERIOD - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#ranAt = performance.now()
      this.#run()
    }, wait)
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#rest)
    this.#timer = undefined
  }
}
