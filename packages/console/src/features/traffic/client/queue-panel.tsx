import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { isQueueNearlyFull, queueShare } from '#domain/client/client-status.tsx'
import { client as m } from '#features/traffic/messages/client.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/marks.tsx'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './queue-panel.module.css'
import { changePerSecond, spanMs, type TwoPolls } from './two-polls.ts'

interface QueuePanelProps {
  readonly polls: TwoPolls
  readonly onLook: () => void
}

/** Shows the messages queued for a client, the fill level of the queue and its trend. */
export function QueuePanel({ polls, onLook }: QueuePanelProps) {
  const { client } = polls.later
  return (
    <Panel
      title={m.queue}
      caption={
        client.mqueue_dropped > 0 && <Tag tone="bad">{m.dropped(formatNumber(client.mqueue_dropped))}</Tag>
      }
      actions={
        <Button
          size="small"
          onClick={onLook}
          disabledReason={client.durable === true ? m.unavailable : undefined}
        >
          {m.lookAtMessages}
        </Button>
      }
      padded
    >
      <div className={classes['level']}>
        <span className={classes['figure']}>{formatNumber(client.mqueue_len)}</span>
        <span className={classes['unit']}>{limitWords(client)}</span>
        {queueShare(client) !== undefined && (
          <Meter
            size="wide"
            value={queueShare(client)}
            level={isQueueNearlyFull(client) ? 'warn' : 'normal'}
            label={m.queue}
          />
        )}
      </div>
      <p className={classes['course']}>{describeQueue(polls).join(' ')}</p>
    </Panel>
  )
}

function limitWords({ mqueue_max: limit }: Client): string {
  if (limit === undefined) return m.queueLimitUnknown
  return limit === 'infinity' || limit === 0 ? m.queueNoLimit : m.queueUnit(formatNumber(limit))
}

/** Describes the trend of the queue between two responses, in sentences. */
function describeQueue(polls: TwoPolls): readonly string[] {
  const { mqueue_len: length, mqueue_max: limit } = polls.later.client
  const growth = changePerSecond(polls, (client) => client.mqueue_len)
  const drops = changePerSecond(polls, (client) => client.mqueue_dropped)
  if (growth === undefined) return length === 0 ? [m.queueEmpty] : [m.rateNeedsTwo]
  const span = formatDuration(spanMs(polls), 1)
  const words: string[] = []
  if (growth > 0) words.push(m.queueGrows(formatRate(growth), span))
  else if (growth < 0) words.push(m.queueShrinks(formatRate(-growth), span))
  else words.push(length === 0 ? m.queueEmpty : m.queueSteady(span))
  if (growth > 0 && typeof limit === 'number' && limit > length) {
    words.push(m.queueFullIn(formatDuration(((limit - length) / growth) * 1000, 1)))
  }
  if (drops !== undefined && drops > 0) words.push(m.queueDrops(formatRate(drops)))
  return words
}
