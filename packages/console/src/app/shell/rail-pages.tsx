import { Link, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { entryAt, type MenuGroup, type MenuItem } from '#app/menu.ts'
import { formatCompact } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { StatusShape } from '#ui/status.tsx'
import classes from './rail-pages.module.css'
import type { MenuNotes } from './use-menu-notes.ts'

interface RailPagesProps {
  /** The name of the first list, which has no heading. */
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly notes: MenuNotes
  /** True if the list is shown and not in a closed drawer. */
  readonly isInView: boolean
  onFollow(): void
}

/** Lists the pages of one area, with their notes. */
export function RailPages({ label, groups, notes, isInView, onFollow }: RailPagesProps) {
  return groups.map((group) => (
    <div key={group.label ?? ''}>
      {group.label !== undefined && (
        <div className={classes['heading']} aria-hidden="true">
          {group.label}
        </div>
      )}
      <ul aria-label={group.label ?? label}>
        {group.items.map((item) => (
          <li key={item.name}>
            <PageLink item={item} notes={notes} isInView={isInView} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Scrolls the item of the current page into view, because a low window has no room for all items. */
export function useScrolledIntoView(item: RefObject<HTMLElement | null>, isDue: boolean): void {
  useEffect(() => {
    if (!isDue) return undefined
    // Scrolling in this frame would force an additional layout before the page is drawn.
    const frame = requestAnimationFrame(() => item.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [item, isDue])
}

interface PageLinkProps extends Pick<RailPagesProps, 'notes' | 'isInView' | 'onFollow'> {
  readonly item: MenuItem
}

function PageLink({ item, notes, isInView, onFollow }: PageLinkProps) {
  const isCurrent = useRouterState({ select: ({ location }) => entryAt(location.pathname) === item.name })
  const link = useRef<HTMLAnchorElement>(null)
  useScrolledIntoView(link, isCurrent && isInView)
  const count = item.count && notes.counts.get(item.count)
  const isAlarmed = item.name === 'alarms' && notes.alarms > 0
  return (
    <Link
      ref={link}
      to={item.address.to}
      className={classNames(classes['page'], item.isLacking && classes['lacking'])}
      // Otherwise the router would treat `/cluster` as current at `/cluster/health`, too.
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
    >
      <LineIcon drawing={item.icon} />
      <span className={classes['name']}>{item.label}</span>
      {isAlarmed && (
        <span className={classNames(classes['note'], classes['bad'])} aria-hidden="true">
          <StatusShape kind="bad" coloured />
          {formatCompact(notes.alarms)}
        </span>
      )}
      {count !== undefined && (
        <span className={classes['note']} aria-hidden="true">
          {formatCompact(count)}
        </span>
      )}
      <small aria-hidden="true">{item.purpose}</small>
    </Link>
  )
}
