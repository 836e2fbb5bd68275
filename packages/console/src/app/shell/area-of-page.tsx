import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useRouterState } from '@tanstack/react-router'
import { currentSession } from '#api/session.ts'
import { entryAt, listMenuItems, type MenuArea, menuFor } from '#app/menu.ts'
import { app as m } from '#app/messages.ts'
import { Popover } from '#ui/overlays.tsx'
import classes from './area-of-page.module.css'
import { RailPages } from './rail-pages.tsx'
import { useMenuNotes } from './use-menu-notes.ts'

/** Shows the name of the area before the title of its page; it opens the same list as the menu. */
export function AreaOfPage() {
  const entry = useRouterState({ select: ({ location }) => entryAt(location.pathname) })
  const menu = menuFor(currentSession()?.edition ?? '')
  const area = menu.find((one) => listMenuItems(one).some(({ name }) => name === entry))
  if (area === undefined) return null
  const label = m.otherPages(area.label)
  return (
    <Popover
      label={label}
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          className={classes['area']}
          aria-label={label}
          title={`[ ]  ${m.stepPages}`}
        >
          {area.label}
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </button>
      )}
    >
      {(close) => <Pages area={area} onFollow={close} />}
    </Popover>
  )
}

function Pages({ area, onFollow }: { readonly area: MenuArea; onFollow(): void }) {
  const notes = useMenuNotes(true)
  return (
    <div className={classes['pages']}>
      <RailPages label={area.label} groups={area.groups} notes={notes} isInView={false} onFollow={onFollow} />
    </div>
  )
}
