import { textFromBytes } from '#lib/payload.ts'
import { truncate } from '#lib/visible-text.ts'
import type { BufferedMessage } from './message-buffer.ts'

/** A line of a list; the whole is asked for when it is opened. */
export interface MessageRow {
  readonly seq: number
  readonly at: number
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  /** Bytes of the payload. */
  readonly size: number
  readonly preview: string
  /** Of a payload that is no text the preview is in hexadecimal. */
  readonly isText: boolean
}

const TOPIC_LENGTH = 256
const TEXT_BYTES = 240
const HEX_BYTES = 48

export function messageRow({ seq, at, topic, qos, retain, payload }: BufferedMessage): MessageRow {
  const { text, isText } = textFromBytes(payload.subarray(0, TEXT_BYTES), payload.byteLength > TEXT_BYTES)
  return {
    seq,
    at,
    topic: topic.length > TOPIC_LENGTH ? `${truncate(topic, TOPIC_LENGTH)}…` : topic,
    qos,
    retain,
    size: payload.byteLength,
    preview: isText ? text : hexOf(payload.subarray(0, HEX_BYTES)),
    isText,
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}
