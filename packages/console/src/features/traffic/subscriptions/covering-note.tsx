import { mostAsked } from '#domain/subscription/subscriber-asks.ts'
import type { CoveringFilters } from '#domain/subscription/use-covering-filters.ts'
import { mostSubscribers } from '#domain/subscription/use-subscribers.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'

interface CoveringNoteProps {
  readonly covering: CoveringFilters
  readonly hasMore: boolean
}

const mostNamed = 8

/** Which filters bring a topic to the subscriptions below, and what of it is not known. */
export function CoveringNote({ covering, hasMore }: CoveringNoteProps) {
  const { asks, isCut, routes, isWhole } = covering
  const named = asks.slice(0, mostNamed)
  return (
    <div className="support" role="status">
      <p>
        {m.coveredBy(asks.length, formatNumber(asks.length), formatNumber(routes))}{' '}
        {named.map(({ topic, share_group: group }, at) => (
          <span key={JSON.stringify([topic, group])}>
            {at > 0 && ', '}
            <Verbatim text={group === undefined ? topic : nameOf(group, topic)} mono />
          </span>
        ))}
        {asks.length > named.length && ' …'}
      </p>
      {!isWhole && (
        <p>
          <Status kind="warn" wraps>
            {m.routesCut(formatNumber(routes))}
          </Status>
        </p>
      )}
      {isCut && (
        <p>
          <Status kind="warn" wraps>
            {m.filtersCut(formatNumber(mostAsked))}
          </Status>
        </p>
      )}
      {hasMore && (
        <p>
          <Status kind="warn" wraps>
            {m.subscribersCut(formatNumber(mostSubscribers))}
          </Status>
        </p>
      )}
    </div>
  )
}

const nameOf = (group: string, filter: string) =>
  group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`
