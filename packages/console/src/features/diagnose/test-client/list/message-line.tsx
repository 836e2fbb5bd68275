import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { TestSubscription } from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { ListedMessage } from '#features/diagnose/test-client/engine/worker-message.ts'
import { ColourMark } from '#features/diagnose/test-client/subscriptions/colour-mark.tsx'
import { formatBytes } from '#i18n/format-number.ts'
import { formatClock } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Tag } from '#ui/marks.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './message-line.module.css'

interface MessageLineProps {
  readonly row: ListedMessage['rows'][number]
  /** The row number in the table, where the head counts as a row. */
  readonly place: number
  readonly subscriptions: readonly TestSubscription[]
  readonly onOpen: (seq: number) => void
}

export function MessageLine({ row, place, subscriptions, onOpen }: MessageLineProps) {
  const { seq, at, topic, qos, retain, size, preview, isText } = row
  const subscription = findSubscription(topic, subscriptions)
  return (
    <tr className={classes['line']} aria-rowindex={place}>
      <td className={classes['time']}>{formatMoment(at)}</td>
      <td>
        <button
          type="button"
          className={classes['open']}
          aria-label={m.openMessage(visibleText(topic))}
          onClick={() => onOpen(seq)}
        >
          {subscription !== undefined && <ColourMark colour={subscription.colour} />}
          <Verbatim text={topic} mono />
        </button>
      </td>
      <td className={classes['number']}>{qos}</td>
      <td className={classes['flag']}>{retain && <Tag>{m.retainFlag}</Tag>}</td>
      <td className={classes['number']}>{formatBytes(size)}</td>
      <td className={classes['payload']}>
        {size === 0 ? (
          <span className="dim">{m.emptyPayload}</span>
        ) : (
          <span className={classes['preview']}>
            {!isText && <Tag>{m.hexPreview}</Tag>}
            <Verbatim text={preview} mono />
          </span>
        )}
      </td>
    </tr>
  )
}

/** Formats a time with milliseconds, to tell messages of one second apart: `09:41:20.417`. */
function formatMoment(at: number): string {
  return `${formatClock(at)}.${String(at % 1000).padStart(3, '0')}`
}

/** Returns the first subscription that matches the topic. */
function findSubscription(
  topic: string,
  subscriptions: readonly TestSubscription[],
): TestSubscription | undefined {
  return subscriptions.find(
    ({ filter, isMuted }) => !isMuted && topicMatches(parseShared(filter).filter, topic),
  )
}
