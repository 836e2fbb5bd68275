import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const lookEachMs = 10_000
/** Whoever allocates more between two looks is not quiet, and is collected by itself. */
const quietBytes = 4_000_000
/** What may stay: less is not worth the work. */
const leftBytes = 8_000_000
/** To go through more would hold up others. */
const mostUsedBytes = 300_000_000
/** The first finds what is garbage, the second gives back the pages that are empty since. */
const roundsEach = 2

/** Looks whether what a burst left is to be collected now. */
export class QuietCollector {
  readonly #collect: unknown
  readonly #mostUsedBytes: number
  #usedBefore = Number.POSITIVE_INFINITY
  /** After the last time. */
  #usedKept = getHeapStatistics().used_heap_size
  /** How often it has been collected for the same burst. */
  #rounds = 0

  /** Where more than `mostUsed` bytes of the heap are in use, nothing is collected. */
  constructor(mostUsed = mostUsedBytes) {
    this.#mostUsedBytes = mostUsed
    setFlagsFromString('--expose-gc')
    this.#collect = runInNewContext('gc')
  }

  look(): void {
    const used = getHeapStatistics().used_heap_size
    const grown = used - this.#usedBefore
    this.#usedBefore = used
    const isQuiet = grown >= 0 && grown < quietBytes
    const isMuch = this.#rounds > 0 || used > this.#usedKept + leftBytes
    if (!isQuiet || !isMuch || used > this.#mostUsedBytes) return
    if (typeof this.#collect === 'function') this.#collect()
    this.#usedKept = getHeapStatistics().used_heap_size
    this.#usedBefore = this.#usedKept
    this.#rounds = (this.#rounds + 1) % roundsEach
  }
}

/**
 * V8 collects where somebody allocates: what a burst has left stays in memory for as long as nobody asks for anything
 * afterwards. Returns how to stop.
 */
export function collectWhenQuiet(): () => void {
  const collector = new QuietCollector()
  const timer = setInterval(() => collector.look(), lookEachMs).unref()
  return () => clearInterval(timer)
}
