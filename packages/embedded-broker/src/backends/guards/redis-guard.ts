import {
  type AnswerGuard,
  AnswerTooLargeError,
  longestMessage,
  MalformedAnswerError,
} from './answer-guard.ts'
import { SlotsCheck } from './slots-check.ts'

/** The maximum for one response: the rules of one client are a list of fields and values. */
const mostElements = 10_000
/** The maximum depth; a cluster's description of its nodes has four levels. */
const mostLevels = 16
const longestLine = 65_536
/** The maximum length of a type and a number, or of a type and the beginning of a string. */
const longestHead = 24

const lines: ReadonlySet<string> = new Set(['+', '-', ':', ',', '_', '#', '('])
const texts: ReadonlySet<string> = new Set(['$', '!', '='])
const lists: ReadonlyMap<string, number> = new Map([
  ['*', 1],
  ['~', 1],
  ['%', 2],
])
/** The library skips the format prefix of such a string without reading it. */
const formatLength = 4
const asksForSlots = /^\*2\r\n\$7\r\ncluster\r\n\$5\r\nslots\r\n/i
const longestAsk = 64

const formatHead = (head: string) => JSON.stringify(head)

/**
 * Checks the responses of Redis, because the library allocates memory for as many elements and bytes as are
 * announced.
 */
class RedisGuard implements AnswerGuard {
  /** The number of elements that each open list still lacks, outermost list first. */
  readonly #lacking: number[] = []
  #elements = 0
  #length = 0
  #head = ''
  #line = 0
  /** The number of bytes of a string that are still to come, including its line end. */
  #skip = 0
  #slots: SlotsCheck | undefined

  /** Starts the check of slots: a connection that asks a cluster for its nodes is used for nothing else. */
  noteSent(chunk: Buffer): void {
    if (asksForSlots.test(chunk.toString('latin1', 0, longestAsk))) this.#slots ??= new SlotsCheck()
  }

  check(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const next = this.#skip > 0 ? Math.min(chunk.length, at + this.#skip) : this.#readLine(chunk, at)
      this.#length += next - at
      if (this.#length > longestMessage) throw new AnswerTooLargeError(`more than ${longestMessage} bytes`)
      if (this.#skip > 0) {
        this.#skip -= next - at
        if (this.#skip === 0) this.#endValue()
      } else if (chunk[next - 1] === 0x0a) this.#begin()
      at = next
    }
  }

  /** Returns the position after the line end, or the end of the chunk if the line is incomplete. */
  #readLine(chunk: Buffer, at: number): number {
    const found = chunk.indexOf(0x0a, at)
    const end = found < 0 ? chunk.length : found + 1
    const lacks = longestHead - this.#head.length
    if (lacks > 0) this.#head += chunk.toString('latin1', at, Math.min(end, at + lacks))
    this.#line += end - at
    if (this.#line > longestLine) throw new AnswerTooLargeError(`a line of more than ${longestLine} bytes`)
    return end
  }

  #begin(): void {
    const head = this.#head
    this.#head = ''
    this.#line = 0
    const kind = head[0] ?? ''
    this.#elements++
    this.#slots?.check(this.#lacking.length, kind, head)
    if (lines.has(kind)) this.#endValue()
    else if (texts.has(kind)) this.#beginText(kind, countIn(head))
    // Push messages, attributes and strings of unknown length are refused as well, because they are never negotiated.
    else this.#beginList(countIn(head) * (lists.get(kind) ?? Number.NaN))
  }

  #beginText(kind: string, count: number): void {
    if (count > longestMessage) throw new AnswerTooLargeError(`a text of ${count} bytes`)
    if (kind === '=' && count < formatLength) throw new MalformedAnswerError('a text without its format')
    if (count < 0) this.#endValue()
    else this.#skip = count + 2
  }

  #beginList(count: number): void {
    if (Number.isNaN(count)) throw new MalformedAnswerError('an answer of an unknown kind')
    if (count <= 0) {
      this.#endValue()
      return
    }
    // Elements that are announced but have not arrived count as well.
    if (this.#elements + count > mostElements)
      throw new AnswerTooLargeError(`more than ${mostElements} elements`)
    if (this.#lacking.length >= mostLevels) throw new AnswerTooLargeError(`more than ${mostLevels} levels`)
    this.#lacking.push(count)
    this.#slots?.enter()
  }

  #endValue(): void {
    for (let last = this.#lacking.length - 1; last >= 0; last--) {
      const lacking = (this.#lacking[last] ?? 0) - 1
      this.#lacking[last] = lacking
      if (lacking > 0) return
      this.#lacking.pop()
      this.#slots?.leave()
    }
    this.#elements = 0
    this.#length = 0
  }
}

/** Returns the number in a head such as `$12` or `*-1`. */
function countIn(head: string): number {
  const [, digits] = /^.(-1|\d{1,10})\r\n$/.exec(head) ?? []
  if (digits === undefined) throw new MalformedAnswerError(formatHead(head))
  return Number(digits)
}

export const openRedisGuard = (): AnswerGuard => new RedisGuard()
