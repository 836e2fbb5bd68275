import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { Link, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { currentSession } from '#api/session.ts'
import { formatCompact } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { paths } from '#lib/paths.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { Logo } from '#ui/logo.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { entryAt, itemsOf, type MenuItem, menuFor } from '../menu.ts'
import { m } from '../messages.ts'
import classes from './rail.module.css'
import { useMenuCounts } from './use-menu-counts.ts'

interface RailProps {
  readonly isOpen: boolean
  /** On a phone the rail is a drawer over the page. */
  readonly isDrawerOpen: boolean
  onToggle(): void
  onClose(): void
}

export function Rail({ isOpen, isDrawerOpen, onToggle, onClose }: RailProps) {
  const isPhone = useIsPhone()
  const rail = useRef<HTMLElement>(null)
  const areWordsShown = isOpen || isPhone
  const counts = useMenuCounts(isPhone ? isDrawerOpen : isOpen)
  useEffect(() => {
    if (isDrawerOpen) rail.current?.querySelector('a')?.focus()
  }, [isDrawerOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isDrawerOpen) onClose()
  }
  return (
    <>
      {isDrawerOpen && (
        <button type="button" className={classes['scrim']} aria-label={m.closeMenu} onClick={onClose} />
      )}
      <nav
        ref={rail}
        aria-label={m.mainMenu}
        className={classNames(classes['rail'], isOpen && classes['open'], isDrawerOpen && classes['drawer'])}
        onKeyDown={onKeyDown}
      >
        <Link to={paths.overview()} className={classes['brand']} aria-label="Brokerdeck">
          <Logo isMarkOnly={!areWordsShown} />
        </Link>
        <div className={classes['items']}>
          {menuFor(currentSession()?.edition ?? '').map((group) => (
            <div key={group.label} className={classes['group']}>
              {areWordsShown && (
                <div className={classes['heading']} aria-hidden="true">
                  {group.label}
                </div>
              )}
              <ul aria-label={group.label}>
                {itemsOf(group).map((item) => (
                  <li key={item.name}>
                    <RailLink
                      item={item}
                      count={item.count && counts.get(item.count)}
                      areWordsShown={areWordsShown}
                      isInView={!isPhone}
                      onFollow={onClose}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className={classNames(classes['group'], classes['foot'])}>
          <button
            type="button"
            className={classes['link']}
            aria-expanded={isOpen}
            title={isOpen ? m.collapseMenu : m.expandMenu}
            onClick={onToggle}
          >
            <IconMenu2 size={16} stroke={1.5} aria-hidden />
            <span className={areWordsShown ? undefined : 'visually-hidden'}>
              {isOpen ? m.collapseMenu : m.expandMenu}
            </span>
          </button>
        </div>
      </nav>
    </>
  )
}

interface RailLinkProps {
  readonly item: MenuItem
  readonly count: number | undefined
  readonly areWordsShown: boolean
  /** The rail is there, not a drawer that is shut. */
  readonly isInView: boolean
  onFollow(): void
}

function RailLink({ item, count, areWordsShown, isInView, onFollow }: RailLinkProps) {
  const isCurrent = useRouterState({
    select: ({ location }) => entryAt(location.pathname) === item.name,
  })
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // A low window has no room for all items: the one of this page is always among those that are seen.
    if (isCurrent && isInView) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, isInView])
  return (
    <Link
      ref={link}
      to={item.path}
      className={classes['link']}
      // The router would call `/cluster` current at `/cluster/health` too.
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
      title={areWordsShown ? undefined : item.label}
      onClick={onFollow}
    >
      <LineIcon drawing={item.icon} />
      <span className={areWordsShown ? undefined : 'visually-hidden'}>{item.label}</span>
      {areWordsShown && count !== undefined && (
        <span className={classes['count']} aria-hidden="true">
          {formatCompact(count)}
        </span>
      )}
    </Link>
  )
}
