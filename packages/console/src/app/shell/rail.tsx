import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { currentSession } from '#api/session.ts'
import { entryAt, listMenuItems, type MenuArea, menuFor } from '#app/menu.ts'
import { app as m, preferences } from '#app/messages.ts'
import { changeLocale, otherLocale } from '#app/preferences/preferences.ts'
import { ThemeButton } from '#app/preferences/theme-button.tsx'
import { Link } from '#kit/page/link.tsx'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import classes from './rail.module.css'
import { RailArea } from './rail-area.tsx'
import { readStoredSections, storeSections } from './rail-choice.ts'
import { railKeys } from './rail-keys.ts'
import { RailPages } from './rail-pages.tsx'
import { useFlyouts } from './use-flyouts.ts'
import { type MenuNotes, useMenuNotes } from './use-menu-notes.ts'

interface RailProps {
  readonly isOpen: boolean
  /** On a phone the rail is a drawer over the page. */
  readonly isDrawerOpen: boolean
  onToggle(): void
  onClose(): void
  onHelp(): void
}

/** The menu: areas with their pages beside them, or below them if the menu is pinned, or in a drawer on a phone. */
export function Rail({ isOpen, isDrawerOpen, onToggle, onClose, onHelp }: RailProps) {
  const isPhone = useIsPhone()
  const isInline = isOpen || isPhone
  const rail = useRef<HTMLElement>(null)
  const isPointed = useRef(false)
  const [search, setSearch] = useState('')
  const flyouts = useFlyouts()
  const { close } = flyouts
  const menu = menuFor(currentSession()?.edition ?? '')
  const entry = useRouterState({ select: ({ location }) => entryAt(location.pathname) })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const here = menu.find((area) => listMenuItems(area).some(({ name }) => name === entry))?.name
  const sections = useSections(here)
  const notes = useMenuNotes(isPhone ? isDrawerOpen : isOpen || flyouts.shown !== undefined)
  const [reached, setReached] = useState<string>()
  const tabStop = reached ?? here ?? menu[0]?.name
  const lastPath = useRef(path)
  useEffect(() => {
    if (lastPath.current !== path || isInline) close()
    lastPath.current = path
  }, [path, isInline, close])
  useEffect(() => {
    if (isDrawerOpen) rail.current?.querySelector('a')?.focus()
    else setSearch('')
  }, [isDrawerOpen])
  useOutsidePress(rail, flyouts.shown !== undefined, close)
  const keys = railKeys({
    isInline,
    open: isInline ? sections.open : flyouts.hold,
    shut: isInline ? sections.shut : close,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    isPointed.current = false
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
        data-menu={isInline ? 'inline' : 'narrow'}
        className={classNames(
          classes['rail'],
          isInline && classes['inline'],
          isDrawerOpen && classes['drawer'],
        )}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          isPointed.current = true
        }}
        onPointerMove={flyouts.follow}
        onPointerLeave={flyouts.leave}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
        }}
      >
        <Link to={linkTo('overview')} className={classes['brand']} aria-label="Brokerdeck">
          <Logo isMarkOnly={!isInline} />
        </Link>
        {isPhone && (
          <RailSearch menu={menu} notes={notes} text={search} onText={setSearch} onFollow={onClose} />
        )}
        {search === '' && (
          <ul className={classes['areas']} onKeyDown={keys}>
            {menu.map((area) => (
              <RailArea
                key={area.name}
                area={area}
                isCurrent={area.name === here}
                isShown={isInline ? sections.has(area.name) : flyouts.shown === area.name}
                isInline={isInline}
                isInView={!isPhone}
                isTabStop={isInline || area.name === tabStop}
                notes={notes}
                onPress={() => (isInline ? sections.toggle(area.name) : flyouts.press(area.name))}
                onHover={(event) => !isInline && flyouts.hover(area.name, event)}
                onFocus={() => {
                  setReached(area.name)
                  if (!isInline && !isPointed.current) flyouts.reach(area.name)
                }}
                onFollow={onClose}
                onPin={onToggle}
              />
            ))}
          </ul>
        )}
        <Foot isOpen={isOpen} isPhone={isPhone} onToggle={onToggle} onHelp={onHelp} />
      </nav>
    </>
  )
}

type FootProps = Pick<RailProps, 'isOpen' | 'onToggle' | 'onHelp'> & { readonly isPhone: boolean }

function Foot({ isOpen, isPhone, onToggle, onHelp }: FootProps) {
  if (isPhone) return <DrawerFoot onHelp={onHelp} />
  const label = isOpen ? m.collapseMenu : m.expandMenu
  return (
    <div className={classes['foot']}>
      <button type="button" className={classes['areaButton']} onClick={onHelp}>
        <IconHelp size={isOpen ? 16 : 18} stroke={1.5} aria-hidden />
        <span className={classes['areaName']}>{m.help}</span>
      </button>
      <button
        type="button"
        className={classes['areaButton']}
        aria-label={label}
        aria-pressed={isOpen}
        title={label}
        onClick={onToggle}
      >
        <IconLayoutSidebar size={isOpen ? 16 : 18} stroke={1.5} aria-hidden />
        <span className={classes['areaName']}>{isOpen ? m.collapseMenu : m.pin}</span>
      </button>
    </div>
  )
}

/** Shows the signed-in user and the controls that the top bar has no room for, on a phone. */
function DrawerFoot({ onHelp }: Pick<RailProps, 'onHelp'>) {
  const username = currentSession()?.username ?? ''
  return (
    <div className={classes['foot']}>
      <span className={classes['who']} title={username}>
        {visibleText(username, 60)}
      </span>
      <IconButton label={m.help} onClick={onHelp}>
        <IconHelp size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={preferences.switchLanguage} onClick={() => changeLocale(otherLocale)}>
        <IconLanguage size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <ThemeButton />
    </div>
  )
}

interface Sections {
  has(area: string): boolean
  open(area: string): void
  shut(area: string): void
  toggle(area: string): void
}

/** Returns the areas whose pages are listed: the area of the current page, and those that the operator has opened. */
function useSections(here: string | undefined): Sections {
  const [opened, setOpened] = useState(readStoredSections)
  // When the user opens a page of another area, the closed area is listed again.
  const [shut, setShut] = useState<{ readonly area: string; readonly here: string | undefined }>()
  const isShut = (area: string) => shut?.area === area && shut.here === here
  const keep = (areas: readonly string[]) => {
    storeSections(areas)
    setOpened(areas)
  }
  const has = (area: string) => !isShut(area) && (area === here || opened.includes(area))
  const open = (area: string) => {
    setShut(undefined)
    if (!opened.includes(area)) keep([...opened, area])
  }
  const close = (area: string) => {
    if (area === here) setShut({ area, here })
    keep(opened.filter((one) => one !== area))
  }
  return { has, open, shut: close, toggle: (area) => (has(area) ? close(area) : open(area)) }
}

function useOutsidePress(
  inside: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && inside.current?.contains(target) !== true) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [inside, isOpen, close])
}

interface RailSearchProps {
  readonly menu: readonly MenuArea[]
  readonly notes: MenuNotes
  readonly text: string
  onText(text: string): void
  onFollow(): void
}

/** Shows the pages that match any of their words instead of the areas, in the drawer. */
function RailSearch({ menu, notes, text, onText, onFollow }: RailSearchProps) {
  const words = text.toLowerCase().split(/\s+/)
  const found = menu.flatMap((area) =>
    listMenuItems(area).filter(({ label, purpose, find }) =>
      words.every((word) => `${area.label} ${label} ${purpose} ${find}`.toLowerCase().includes(word)),
    ),
  )
  return (
    <>
      <div className={classes['search']}>
        <TextBox
          type="search"
          aria-label={m.findPage}
          placeholder={m.findPage}
          icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={text}
          onChange={onText}
        />
      </div>
      {text !== '' && (
        <div className={classes['found']} role="status">
          {found.length === 0 && <p>{m.noPageFound}</p>}
          <RailPages
            label={m.pages}
            groups={[{ label: undefined, items: found }]}
            notes={notes}
            isInView={false}
            onFollow={onFollow}
          />
        </div>
      )}
    </>
  )
}
