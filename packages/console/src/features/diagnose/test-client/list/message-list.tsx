import { useEffect, useRef } from 'react'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { ConnectionFacts } from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type { ListedMessage } from '#features/diagnose/test-client/engine/worker-message.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { useRowWindow } from '#ui/use-row-window.ts'
import { useIsPhone } from '#ui/viewport.ts'
import { MessageLine } from './message-line.tsx'
import classes from './message-list.module.css'

interface MessageListProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
  readonly listed: ListedMessage | undefined
  readonly onOpen: (seq: number) => void
}

/** The height of a row, as in the style sheet. */
const ROW = 32
const COLUMNS = { desktop: 6, phone: 3 } as const
const reachable = { tabIndex: 0 } as const
/** The minimum number of rendered rows, which is more than a screen shows, so that a short list appears at once. */
const LEAST = 30

/** Lists the messages, the newest first. A user who scrolls down to read is not pushed away by new messages. */
export function MessageList({ connection, facts, listed, onOpen }: MessageListProps) {
  const { view, subscriptions } = facts
  const region = useRef<HTMLElement>(null)
  const isReading = useRef(false)
  const count = listed?.count ?? 0
  const { start, end: drawnEnd } = useRowWindow(region, count, ROW)
  const end = Math.max(drawnEnd, LEAST)
  useEffect(() => {
    if (view.start !== start || view.end !== end) connection.show({ ...view, start, end })
  }, [connection, view, start, end])
  const isHeld = view.upTo !== undefined
  useEffect(() => {
    if (!isHeld && region.current !== null) region.current.scrollTop = 0
  }, [isHeld])
  const { total } = facts[view.direction]
  const newer = view.upTo === undefined ? 0 : total - view.upTo
  const onScroll = (top: number) => {
    if (top > 0 && !isHeld) {
      isReading.current = true
      connection.show({ ...view, upTo: total })
    } else if (top === 0 && isReading.current) {
      isReading.current = false
      connection.show({ ...view, upTo: undefined })
    }
  }
  // A focused row is being read, so the list is held.
  const hold = () => {
    if (!isHeld) connection.show({ ...view, upTo: total })
  }
  const before = listed?.start ?? 0
  const lines = (listed?.rows ?? []).map((row, at) => ({ row, place: before + at }))
  return (
    <div className={classes['frame']}>
      {newer > 0 && (
        <div className={classes['newer']}>
          <Button size="small" onClick={() => connection.show({ ...view, upTo: undefined })}>
            {m.newer(formatNumber(newer))}
          </Button>
        </div>
      )}
      <section
        ref={region}
        className={classes['region']}
        // A scrollable region must be reachable by keyboard.
        {...reachable}
        aria-label={m.messages}
        onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
      >
        <table className={classes['table']} aria-label={m.messages} aria-rowcount={count + 1}>
          <thead>
            <tr>
              <th scope="col" className={classes['time']}>
                {m.time}
              </th>
              <th scope="col" className={classes['topic']}>
                {m.topic}
              </th>
              <th scope="col" className={classes['qos']}>
                {m.qos}
              </th>
              <th scope="col" className={classes['retain']}>
                {m.retain}
              </th>
              <th scope="col" className={classes['size']}>
                {m.size}
              </th>
              <th scope="col">{m.payload}</th>
            </tr>
          </thead>
          <tbody onFocus={hold}>
            <Spacer rows={before} />
            {lines.map(({ row, place }) => (
              <MessageLine
                // The key is the place, so fast messages are written into existing rows.
                key={place}
                row={row}
                place={place + 2}
                subscriptions={subscriptions}
                onOpen={onOpen}
              />
            ))}
            <Spacer rows={count - before - lines.length} />
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Reserves the space of rows that are not rendered. */
function Spacer({ rows }: { readonly rows: number }) {
  const isPhone = useIsPhone()
  if (rows <= 0) return null
  return (
    <tr className={classes['spacer']}>
      <td colSpan={isPhone ? COLUMNS.phone : COLUMNS.desktop} style={{ height: rows * ROW }} />
    </tr>
  )
}
