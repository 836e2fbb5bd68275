import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatClock, formatDuration } from '#i18n/format-time.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { classNames } from '#lib/class-names.ts'
import { Definition } from '#ui/definition.tsx'
import { Amount } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import type { CounterView } from './client-search.tsx'
import classes from './counters-panel.module.css'
import { changePerSecond, spanMs, type TwoPolls } from './two-polls.ts'

const directionLabels: Record<Direction, string> = { received: m.received, sent: m.sent }

interface CountersPanelProps {
  readonly polls: TwoPolls
  readonly view: CounterView
  readonly onView: (view: CounterView) => void
}

/** Shows the traffic between broker and client, as totals or per second. */
export function CountersPanel({ polls, view, onView }: CountersPanelProps) {
  const { client } = polls.later
  return (
    <Panel
      title={m.counters}
      caption={view === 'total' ? formatSince(client) : <RateCaption polls={polls} />}
      actions={
        <Segmented
          label={m.show}
          value={view}
          options={[
            { value: 'total', label: m.total },
            { value: 'rate', label: m.perSecond },
          ]}
          onChange={onView}
        />
      }
      footer={<DropReasons client={client} />}
    >
      <CountersTable polls={polls} view={view} />
    </Panel>
  )
}

/** On a phone the counters are listed vertically, because eight columns would need horizontal scrolling. */
function CountersTable({ polls, view }: Pick<CountersPanelProps, 'polls' | 'view'>) {
  const isPhone = useIsPhone()
  const renderHead = ({ header, definition }: CounterColumn) =>
    definition === undefined ? header : <Definition definition={definition}>{header}</Definition>
  const cell = (column: CounterColumn, direction: Direction) => {
    const read = column.read[direction]
    const { client } = polls.later
    return (
      <td
        key={`${column.header} ${direction}`}
        className={classNames(isLoss(column, client, direction) && classes['loss'])}
      >
        {view === 'total' ? (
          <Amount value={read(client)} format={column.format} />
        ) : (
          <Amount value={calculateRate(polls, read)} format={column.formatRate} />
        )}
      </td>
    )
  }
  return (
    <section className={classes['region']} aria-label={m.countersScrollable} {...{ tabIndex: 0 }}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{isPhone ? m.counters : m.direction}</span>
            </th>
            {isPhone
              ? directions.map((direction) => (
                  <th key={direction} scope="col">
                    {directionLabels[direction]}
                  </th>
                ))
              : counterColumns.map((column) => (
                  <th key={column.header} scope="col">
                    {renderHead(column)}
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {isPhone
            ? counterColumns.map((column) => (
                <tr key={column.header}>
                  <th scope="row">{renderHead(column)}</th>
                  {directions.map((direction) => cell(column, direction))}
                </tr>
              ))
            : directions.map((direction) => (
                <tr key={direction}>
                  <th scope="row">{directionLabels[direction]}</th>
                  {counterColumns.map((column) => cell(column, direction))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

/** A counter that decreased was reset, so its rate is unknown. */
function calculateRate(polls: TwoPolls, read: (client: Client) => number | undefined): number | undefined {
  const rate = changePerSecond(polls, read)
  return rate === undefined || rate < 0 ? undefined : rate
}

function isLoss({ isLoss: isTrouble, read }: CounterColumn, client: Client, direction: Direction): boolean {
  return isTrouble === true && (read[direction](client) ?? 0) > 0
}

function formatSince({ connected, connected_at: at }: Client): string | undefined {
  return connected ? m.countersSince(formatClock(at)) : undefined
}

function RateCaption({ polls }: { readonly polls: TwoPolls }) {
  const span = spanMs(polls)
  return (
    <Definition definition={m.countersMeaning}>
      {span === undefined ? m.countersWaiting : m.countersOver(formatDuration(span, 1))}
    </Definition>
  )
}

function DropReasons({ client }: { readonly client: Client }) {
  return (
    <span>
      {joinSentences(
        m.droppedReasons(
          formatNumber(client['send_msg.dropped.queue_full']),
          formatNumber(client['send_msg.dropped.expired']),
          formatNumber(client['send_msg.dropped.too_large']),
        ),
        m.droppedReceived(formatNumber(client['recv_msg.dropped.await_pubrel_timeout'])),
      )}
    </span>
  )
}

const directions = ['received', 'sent'] as const
type Direction = (typeof directions)[number]

interface CounterColumn {
  readonly header: string
  readonly definition?: string
  readonly read: Record<Direction, (client: Client) => number | undefined>
  readonly format: (value: number) => string
  readonly formatRate: (value: number) => string
  /** True if any value above zero indicates a problem. */
  readonly isLoss?: boolean
}

const plain = { format: formatNumber, formatRate }

const counterColumns: readonly CounterColumn[] = [
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
