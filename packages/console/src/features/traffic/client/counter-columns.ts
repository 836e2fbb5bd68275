import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { client as m } from '../messages/client.ts'

export const directions = ['received', 'sent'] as const
export type Direction = (typeof directions)[number]

export interface CounterColumn {
  readonly header: string
  readonly definition?: string
  readonly read: Record<Direction, (client: Client) => number | undefined>
  readonly format: (value: number) => string
  readonly formatRate: (value: number) => string
  /** More than zero is trouble. */
  readonly isLoss?: boolean
}

const plain = { format: formatNumber, formatRate }

export const counterColumns: readonly CounterColumn[] = [
  {
    header: m.packets,
    definition: m.packetsMeaning,
    read: { received: (client) => client.recv_pkt, sent: (client) => client.send_pkt },
    ...plain,
  },
  {
    header: m.transfers,
    read: { received: (client) => client.recv_cnt, sent: (client) => client.send_cnt },
    ...plain,
  },
  {
    header: m.bytes,
    read: { received: (client) => client.recv_oct, sent: (client) => client.send_oct },
    format: formatBytes,
    formatRate: formatBytes,
  },
  {
    header: m.messages,
    read: { received: (client) => client.recv_msg, sent: (client) => client.send_msg },
    ...plain,
  },
  {
    header: m.qos('0'),
    read: { received: (client) => client['recv_msg.qos0'], sent: (client) => client['send_msg.qos0'] },
    ...plain,
  },
  {
    header: m.qos('1'),
    read: { received: (client) => client['recv_msg.qos1'], sent: (client) => client['send_msg.qos1'] },
    ...plain,
  },
  {
    header: m.qos('2'),
    read: { received: (client) => client['recv_msg.qos2'], sent: (client) => client['send_msg.qos2'] },
    ...plain,
  },
  {
    header: m.droppedColumn,
    read: { received: (client) => client['recv_msg.dropped'], sent: (client) => client['send_msg.dropped'] },
    isLoss: true,
    ...plain,
  },
]
