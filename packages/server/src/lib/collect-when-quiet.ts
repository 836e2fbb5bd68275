import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const lookEachMs = 10_000
/**
 * The maximum growth between two checks of a quiet process, in bytes. A process that allocates more is collected by
 * V8 itself.
 */
const quietBytes = 4_000_000
/** The garbage that may stay, in bytes; collecting less is not worth the work. */
const leftBytes = 8_000_000
/** The maximum heap size that is collected, in bytes; collecting a larger heap would delay requests. */
const mostUsedBytes = 300_000_000
/**
 * The number of collections for each burst: the first finds the garbage, the second returns the pages that have
 * become empty.
 */
const roundsEach = 2

/** Checks whether the garbage of a burst should be collected now. */
export class QuietCollector {
  readonly #collect: unknown
  readonly #mostUsedBytes: number
  #usedBefore = Number.POSITIVE_INFINITY
  /** The used heap size after the last collection. */
  #usedKept = getHeapStatistics().used_heap_size
  /** The number of collections for the same burst. */
  #rounds = 0

  /** If more than `mostUsed` bytes of the heap are in use, nothing is collected. */
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
 * Collects garbage in quiet periods, because V8 collects only when memory is allocated: the garbage of a burst would
 * stay in memory until the next requests. Returns a function that stops.
 */
export function collectWhenQuiet(): () => void {
  const collector = new QuietCollector()
  const timer = setInterval(() => collector.look(), lookEachMs).unref()
  return () => clearInterval(timer)
}
