import type { Field, RateField, Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

/** Nothing set is no limit; what was set once can only be lifted by saying `infinity`. */
function limit(path: string, of: RateField['of'], label: string, help: string, rate: string): Field {
  return {
    kind: 'one-of',
    path,
    label,
    help,
    word: 'infinity',
    wordLabel: m.unlimited,
    default: 'infinity',
    width: 12,
    inner: { kind: 'rate', of, path, label, default: rate },
  }
}

/** `GET /configs/limiter`: of each node. */
export const limiterSections: readonly Section[] = [
  {
    id: 'rates',
    title: m.rates,
    note: m.ratesNote,
    fields: [
      limit('max_conn_rate', 'count', m.connections, m.connectionsHelp, '1000/s'),
      limit('messages_rate', 'count', m.messages, m.messagesHelp, '1000/s'),
      limit('bytes_rate', 'bytes', m.bytes, m.bytesHelp, '100MB/s'),
    ],
  },
]
