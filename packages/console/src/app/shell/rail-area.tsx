import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import type { MenuArea } from '#app/menu.ts'
import { app as m } from '#app/messages.ts'
import { formatCompact } from '#i18n/format-number.ts'
import { useIsDrawn } from '#kit/page/page.tsx'
import { classNames } from '#lib/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LineIcon } from '#ui/line-icon.tsx'
import classes from './rail.module.css'
import pages from './rail-pages.module.css'
import { RailPages, useScrolledIntoView } from './rail-pages.tsx'
import type { MenuNotes } from './use-menu-notes.ts'

interface RailAreaProps {
  readonly area: MenuArea
  /** True if the current page belongs to the area. */
  readonly isCurrent: boolean
  readonly isShown: boolean
  /** True if its pages are listed below its name, not beside the bar. */
  readonly isInline: boolean
  readonly isInView: boolean
  readonly isTabStop: boolean
  readonly notes: MenuNotes
  onPress(): void
  onHover(event: PointerEvent): void
  onFocus(): void
  onFollow(): void
  onPin(): void
}

/** The distance of a list from the edges of the window, in pixels. */
const margin = 8

export function RailArea(props: RailAreaProps) {
  const { area, isCurrent, isShown, isInline, isInView, isTabStop, notes } = props
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useScrolledIntoView(button, isCurrent && isInView && !isInline)
  useLayoutEffect(() => {
    if (!isShown || isInline || button.current === null || panel.current === null) return
    const lowest = innerHeight - panel.current.offsetHeight - margin
    const top = Math.max(margin, Math.min(button.current.getBoundingClientRect().top - 4, lowest))
    panel.current.style.setProperty('--y', `${top}px`)
  }, [isShown, isInline])
  // Rendering ninety links that are not visible would be a third of the work of the first view.
  const isDue = useIsDrawn('all') || isShown
  const id = `menu-${area.name}`
  const alarms = area.name === 'monitoring' && notes.alarms > 0 ? notes.alarms : undefined
  return (
    <li
      className={classNames(
        classes['area'],
        isCurrent && classes['current'],
        isShown && classes['shown'],
        area.name === 'settings' && classes['apart'],
      )}
      onPointerEnter={props.onHover}
    >
      <button
        ref={button}
        type="button"
        className={classes['areaButton']}
        data-area={area.name}
        aria-expanded={isShown}
        aria-controls={id}
        tabIndex={isTabStop ? 0 : -1}
        onClick={props.onPress}
        onFocus={props.onFocus}
      >
        <LineIcon drawing={area.icon} size={isInline ? 16 : 20} />
        <span className={classes['areaName']}>{area.label}</span>
        {alarms !== undefined && !(isInline && isShown) && (
          <span className={classes['badge']} title={m.alarms(alarms)}>
            <span aria-hidden="true">{formatCompact(alarms)}</span>
            <span className="visually-hidden">{m.alarms(alarms)}</span>
          </span>
        )}
        {isInline && <IconChevronRight className={classes['chevron']} size={14} stroke={1.5} aria-hidden />}
      </button>
      <div ref={panel} id={id} className={classNames(!isInline && pages['flyout'])} hidden={!isShown}>
        {!isInline && isDue && (
          <div className={pages['head']}>
            <span>
              <strong>{area.label}</strong>
              <span>{area.purpose}</span>
            </span>
            <PinButton isPinned={false} onToggle={props.onPin} />
          </div>
        )}
        {isDue && (
          <RailPages
            label={area.label}
            groups={area.groups}
            notes={notes}
            isInView={isInView && isInline}
            onFollow={props.onFollow}
          />
        )}
      </div>
    </li>
  )
}

interface PinButtonProps {
  readonly isPinned: boolean
  onToggle(): void
}

/** Keeps the names of the pages beside every page, or hides them again. */
function PinButton({ isPinned, onToggle }: PinButtonProps) {
  return (
    <IconButton label={isPinned ? m.collapseMenu : m.expandMenu} onClick={onToggle}>
      <IconLayoutSidebar size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
