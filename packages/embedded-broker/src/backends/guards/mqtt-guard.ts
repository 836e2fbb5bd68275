import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { FrameSplitter } from './frame-splitter.ts'

/** The maximum length of a packet, in bytes; brokers accept 1 MB by default. */
const longestPacket = 16 * 1_048_576
/**
 * The maximum length of the QoS 2 messages that the server has not released, in bytes: the library keeps these
 * messages.
 */
const longestKept = 2 * longestPacket
const publish = 3
const release = 6

/** Returns the end of the length field and the length. */
function readLength(bytes: Buffer): { readonly head: number; readonly length: number } | undefined {
  let length = 0
  for (let at = 1; at <= 4; at++) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) << (7 * (at - 1))
    if (byte < 0x80) return { head: at + 1, length }
  }
  throw new MalformedAnswerError('the length of a packet')
}

function measure(bytes: Buffer): number | undefined {
  const found = readLength(bytes)
  return found && found.head + found.length
}

/** Checks the MQTT packets that a client receives. */
class MqttGuard implements AnswerGuard {
  readonly #splitter = new FrameSplitter({
    measure,
    check: (packet) => this.#checkPacket(packet),
    longest: longestPacket,
  })
  readonly #kept = new Map<number, number>()
  #length = 0

  check(chunk: Buffer): void {
    this.#splitter.split(chunk)
  }

  #checkPacket(packet: Buffer): void {
    const first = packet[0] ?? 0
    const { head = 0 } = readLength(packet) ?? {}
    if (first >> 4 === release && packet.length >= head + 2) this.#keep(packet.readUInt16BE(head), 0)
    if (first >> 4 !== publish || (first & 6) !== 4 || packet.length < head + 2) return
    const at = head + 2 + packet.readUInt16BE(head)
    if (packet.length < at + 2) throw new MalformedAnswerError('a message without its number')
    this.#keep(packet.readUInt16BE(at), packet.length)
    if (this.#length > longestKept) throw new AnswerTooLargeError(`more than ${longestKept} bytes of QoS 2`)
  }

  #keep(id: number, length: number): void {
    this.#length += length - (this.#kept.get(id) ?? 0)
    if (length === 0) this.#kept.delete(id)
    else this.#kept.set(id, length)
  }
}

export const openMqttGuard = (): AnswerGuard => new MqttGuard()
