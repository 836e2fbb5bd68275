import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { ConnectionFacts } from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import { defaultLimits } from '#features/diagnose/test-client/engine/default-limits.ts'
import type { BufferLimits } from '#features/diagnose/test-client/engine/message-buffer.ts'
import type { ListedMessage } from '#features/diagnose/test-client/engine/worker-message.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { Tag } from '#ui/marks.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import classes from './list-footer.module.css'

const MiB = 1_048_576

/**
 * The limits to choose from, by count and by bytes, whichever is reached first; a new connection begins with the
 * second one.
 */
const bufferChoices: readonly BufferLimits[] = [
  { count: 5_000, bytes: 16 * MiB },
  defaultLimits,
  { count: 200_000, bytes: 256 * MiB },
]

interface ListFooterProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
  readonly listed: ListedMessage | undefined
}

/** Shows what the buffer holds, what it has dropped, and the rate of arrival. */
export function ListFooter({ connection, facts, listed }: ListFooterProps) {
  const { view, limit } = facts
  const { kept, bytes, dropped, muted, perSecond } = facts[view.direction]
  const isFiltered = view.search !== '' || view.topic !== ''
  return (
    <div className={classes['footer']}>
      <span>{m.rate(formatRate(perSecond))}</span>
      <span>{m.kept(formatNumber(kept), formatBytes(bytes))}</span>
      {isFiltered && listed !== undefined && <span>{m.found(formatNumber(listed.count))}</span>}
      {isFiltered && listed?.isSearching !== false && <span>{m.searching}</span>}
      {muted > 0 && <span>{m.mutedCount(formatNumber(muted))}</span>}
      {dropped > 0 && <Tag tone="warn">{m.dropped(formatNumber(dropped))}</Tag>}
      {view.upTo !== undefined && <Tag tone="accent">{m.paused}</Tag>}
      {view.direction === 'received' && (
        <span className={classes['keep']}>
          {m.keep}
          <SelectBox
            aria-label={m.keep}
            value={String(limit)}
            options={bufferChoices.map(({ count, bytes: size }) => ({
              value: String(count),
              label: m.keepChoice(formatNumber(count), formatBytes(size)),
            }))}
            onChange={(count) => {
              const chosen = bufferChoices.find((one) => String(one.count) === count)
              if (chosen !== undefined) connection.limit(chosen)
            }}
          />
        </span>
      )}
    </div>
  )
}
