import type { StompFrame } from './stomp-frame.ts'

/** The limits of `gateway.stomp.frame`. */
export interface FrameLimits {
  readonly maxHeaders: number
  readonly maxHeadersLength: number
  readonly maxBodyLength: number
}

type Headers = [name: string, value: string][]

const longestCommand = 16
const lineFeed = 0x0a
const carriageReturn = 0x0d

const unescapes: Readonly<Record<string, string>> = { r: '\r', n: '\n', c: ':', '\\': '\\' }

class BadFrame extends Error {}

/**
 * Splits a byte stream into frames. After a frame that is invalid or exceeds the limits, nothing more is read,
 * because the start of the next frame is unknown.
 */
export class StompFrameReader {
  /** Set for clients of STOMP 1.0, which has no escapes. */
  isPlain = false
  readonly #limits: FrameLimits
  #rest: Buffer = Buffer.alloc(0)
  /** The lines of a frame whose headers are not complete yet. */
  readonly #lines: string[] = []
  /** The number of bytes that were already searched in a body without a length. */
  #searched = 0
  #head:
    | { readonly command: string; readonly headers: Headers; readonly length: number | undefined }
    | undefined
  #fault: string | undefined

  constructor(limits: FrameLimits) {
    this.#limits = limits
  }

  /** Returns the complete frames, and the error after which no more frames follow. */
  read(chunk: Buffer): { readonly frames: readonly StompFrame[]; readonly fault: string | undefined } {
    const frames: StompFrame[] = []
    if (this.#fault === undefined) {
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
      try {
        for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame)
      } catch (error) {
        this.#fault = error instanceof BadFrame ? error.message : 'unreadable frame'
        this.#rest = Buffer.alloc(0)
      }
    }
    return { frames, fault: this.#fault }
  }

  #next(): StompFrame | undefined {
    if (this.#head === undefined && !this.#readHead()) return undefined
    const head = this.#head
    if (head === undefined) return undefined
    const end = this.#bodyEnd(head.length)
    if (end === undefined) return undefined
    const body = Buffer.from(this.#rest.subarray(0, end))
    this.#cut(end + 1)
    this.#head = undefined
    return { command: head.command, headers: head.headers, body }
  }

  /** Returns the position of the zero byte after the body; undefined while it has not arrived. */
  #bodyEnd(length: number | undefined): number | undefined {
    const { maxBodyLength } = this.#limits
    if (length !== undefined) {
      if (this.#rest.length <= length) return undefined
      if (this.#rest[length] !== 0) throw new BadFrame('no zero byte after the body')
      return length
    }
    const end = this.#rest.indexOf(0, this.#searched)
    this.#searched = this.#rest.length
    if ((end < 0 ? this.#rest.length : end) > maxBodyLength) throw new BadFrame('body too long')
    return end < 0 ? undefined : end
  }

  #readHead(): boolean {
    if (this.#lines.length === 0) this.#skipHeartbeats()
    const lines = this.#headLines()
    if (lines === undefined) return false
    const [command = '', ...rest] = lines
    if (!/^[A-Z]+$/.test(command)) throw new BadFrame('not a command')
    const read = this.isPlain || command === 'CONNECT' ? (text: string) => text : unescapeHeader
    const headers = rest.map((line): [string, string] => {
      const colon = line.indexOf(':')
      if (colon < 1) throw new BadFrame('a header without a name')
      return [read(line.slice(0, colon)), read(line.slice(colon + 1))]
    })
    this.#head = { command, headers, length: this.#contentLength(headers) }
    return true
  }

  #contentLength(headers: Headers): number | undefined {
    const written = headers.find(([name]) => name === 'content-length')?.[1].trim()
    if (written === undefined) return undefined
    if (!/^\d{1,9}$/.test(written)) throw new BadFrame('not a content-length')
    const length = Number(written)
    if (length > this.#limits.maxBodyLength) throw new BadFrame('body too long')
    return length
  }

  #skipHeartbeats(): void {
    let at = 0
    while (this.#rest[at] === lineFeed || this.#rest[at] === carriageReturn) at += 1
    if (at > 0) this.#cut(at)
  }

  /** Returns the command and the headers up to the empty line; undefined while that line has not arrived. */
  #headLines(): readonly string[] | undefined {
    const { maxHeaders, maxHeadersLength } = this.#limits
    for (;;) {
      const isCommand = this.#lines.length === 0
      const end = this.#rest.indexOf(lineFeed)
      const length = end < 0 ? this.#rest.length : end
      if (length > (isCommand ? longestCommand : maxHeadersLength))
        throw new BadFrame(isCommand ? 'not a command' : 'header too long')
      if (end < 0) return undefined
      const line = this.#rest.toString('utf8', 0, end).replace(/\r$/, '')
      this.#cut(end + 1)
      if (line === '') return this.#lines.splice(0)
      if (this.#lines.length > maxHeaders) throw new BadFrame('too many headers')
      this.#lines.push(line)
    }
  }

  #cut(length: number): void {
    this.#rest = this.#rest.subarray(length)
    this.#searched = 0
  }
}

function unescapeHeader(text: string): string {
  return text.replaceAll(/\\(.?)/gs, (_, sign: string) => {
    const meant = unescapes[sign]
    if (meant === undefined) throw new BadFrame('undefined escape sequence')
    return meant
  })
}
