import type { ListenerStatus } from '@brokerdeck/contract/settings/listeners.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Meter } from '#ui/meter.tsx'
import { listeners as m } from '../messages/listeners.ts'
import classes from './listener-use.module.css'

/** From this share on a listener is nearly full. */
const nearlyFull = 0.9

/** Connections against their limit, with a meter where there is one. */
export function ListenerUse({ status }: { readonly status: ListenerStatus }) {
  const { current_connections: now, max_connections: limit } = status
  const words = limit === 'infinity' ? m.unlimited : formatNumber(limit)
  const share = limit === 'infinity' ? undefined : now / limit
  return (
    <span className={classes['use']}>
      {share !== undefined && (
        <Meter
          value={share}
          level={share >= 1 ? 'bad' : share >= nearlyFull ? 'warn' : 'normal'}
          label={m.connectionLimit(words)}
        />
      )}{' '}
      {m.used(formatNumber(now), words)}
    </span>
  )
}
