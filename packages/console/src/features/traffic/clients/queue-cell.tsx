import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { isQueueNearlyFull, queueShare } from '#domain/client/client-status.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { Amount } from '#ui/amount.tsx'
import { Meter } from '#ui/meter.tsx'
import { m } from './messages.ts'
import classes from './queue-cell.module.css'

/** Messages waiting, with a meter once there are any. */
export function QueueCell({ client }: { readonly client: ClientRow }) {
  const { mqueue_len: length, mqueue_max: limit } = client
  const share = queueShare(client)
  return (
    <span className={classes['queue']}>
      {length !== undefined && length > 0 && share !== undefined && (
        <Meter
          value={share}
          level={isQueueNearlyFull(client) ? 'warn' : 'normal'}
          label={m.queueLimit(formatNumber(length), limit === undefined ? '—' : String(limit))}
        />
      )}
      <span className={classes['count']}>
        <Amount value={length} />
      </span>
    </span>
  )
}
