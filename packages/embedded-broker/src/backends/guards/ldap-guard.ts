import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { checkBer } from './ber-check.ts'
import { FrameSplitter } from './frame-splitter.ts'

const sequence = 0x30
const integer = 0x02
/** The library copies its whole buffer again with each chunk that arrives. */
const longestMessage = 1_048_576
/** The maximum number of entries and references of one search, which the library keeps until the search is over. */
const mostEntries = 10_000
const longestSearch = 16 * 1_048_576
const mostSearches = 1024
const entry = 0x64
const reference = 0x73

function measure(bytes: Buffer): number | undefined {
  if (bytes[0] !== sequence) throw new MalformedAnswerError('no message of LDAP')
  const first = bytes[1]
  if (first === undefined) return undefined
  if (first < 0x80) return 2 + first
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new MalformedAnswerError('a length of LDAP')
  return bytes.length < 2 + count ? undefined : 2 + count + bytes.readUIntBE(2, count)
}

/** Returns where the content of the element at this position begins. */
const contentAt = (bytes: Buffer, at: number): number => {
  const first = bytes[at + 1] ?? 0
  return at + 2 + (first < 0x80 ? 0 : first & 0x7f)
}

/** Checks the messages of LDAP. */
class LdapGuard implements AnswerGuard {
  readonly #splitter = new FrameSplitter({
    measure,
    check: (frame) => this.#checkFrame(frame),
    longest: longestMessage,
  })
  readonly #searches = new Map<string, { entries: number; length: number }>()

  check(chunk: Buffer): void {
    this.#splitter.split(chunk)
  }

  #checkFrame(frame: Buffer): void {
    checkBer(frame)
    const at = contentAt(frame, 0)
    const length = frame[at + 1] ?? 0
    if (frame[at] !== integer || length > 4) throw new MalformedAnswerError('a message without its number')
    const id = frame.toString('hex', at + 2, at + 2 + length)
    const operation = frame[at + 2 + length]
    if (operation === entry || operation === reference) this.#count(id, frame.length)
    else this.#searches.delete(id)
  }

  #count(id: string, length: number): void {
    const search = this.#searches.get(id) ?? { entries: 0, length: 0 }
    search.entries++
    search.length += length
    this.#searches.set(id, search)
    if (search.entries > mostEntries || search.length > longestSearch || this.#searches.size > mostSearches)
      throw new AnswerTooLargeError(`more than ${mostEntries} entries or ${longestSearch} bytes`)
  }
}

export const openLdapGuard = (): AnswerGuard => new LdapGuard()
