import { connectReturnName, reasonName } from '@brokerdeck/contract/reason-codes.ts'
import { type ReasonWords, reasonWords } from '#kit/reason-words/reason-words.ts'
import { mqttLink as m } from './messages.ts'

/** Formats a code as in the standard: `0x87`. */
function spell(code: number): string {
  return `0x${code.toString(16).toUpperCase().padStart(2, '0')}`
}

/** Returns the meaning of a code. A CONNACK of MQTT 3.1.1 has its own codes; its SUBACK only knows 0x80 (§3.9.3). */
export function reasonOfCode(code: number, version: 4 | 5): ReasonWords {
  const name = version === 4 && code < 0x80 ? connectReturnName(code) : reasonName(code)
  const words = name === undefined ? undefined : reasonWords(name)
  return {
    title: m.code(words?.title ?? m.unknownReason, spell(code)),
    meaning: words?.meaning,
  }
}
