import { limiterSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { limiter as m } from '../messages/broker.ts'

const shared = { wordLabel: m.unlimited, width: 12 } as const

/** `GET /configs/limiter`: of each node. */
export const limiterSections = describedSections(limiterSettings, [
  {
    id: 'rates',
    title: m.rates,
    note: m.ratesNote,
    fields: [
      { path: 'max_conn_rate', label: m.connections, help: m.connectionsHelp, start: '1000/s', ...shared },
      { path: 'messages_rate', label: m.messages, help: m.messagesHelp, start: '1000/s', ...shared },
      { path: 'bytes_rate', label: m.bytes, help: m.bytesHelp, start: '100MB/s', ...shared },
    ],
  },
])
