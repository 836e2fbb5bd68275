import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { currentSession } from '#api/session.ts'
import { PageArea } from '#kit/page/page.tsx'
import { classNames } from '#lib/class-names.ts'
import { entryAt, itemsOf, menuFor } from '../menu.ts'
import { app as m } from '../messages.ts'
import { AreaOfPage } from './area-of-page.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { focusMain } from './focus-main.ts'
import { loadQuickFind } from './load-quick-find.ts'
import type { OpenDialog } from './open-dialog.ts'
import { ProgressBar } from './progress-bar.tsx'
import { Rail } from './rail.tsx'
import { storedRailIsOpen, storeRailIsOpen } from './rail-choice.ts'
import classes from './shell.module.css'
import { ShellDialogs } from './shell-dialogs.tsx'
import { TopBar } from './top-bar.tsx'
import { WaitingNotice } from './waiting-notice.tsx'

const areaOfPage = <AreaOfPage />

const typing = 'input, textarea, select, [contenteditable="true"]'

/** What stays while the pages change: rail, top bar, banners, and the dialogs that any page can open. */
export function Shell() {
  const [isRailOpen, setRailOpen] = useState(storedRailIsOpen)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(() => setDrawerOpen(false), [path])
  const navigate = useNavigate()
  useShortcuts(dialog === undefined, setDialog, (step) => {
    const next = neighbourOf(path, step)
    if (next !== undefined) void navigate({ to: next })
  })
  return (
    <div
      className={classNames(classes['shell'], isRailOpen && classes['open'])}
      data-rail={isRailOpen ? 'open' : 'narrow'}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link; the fragment itself belongs to the router */}
      <a className={classes['skip']} href="#main" onClick={skip}>
        {m.skipToContent}
      </a>
      <ProgressBar />
      <Rail
        isOpen={isRailOpen}
        isDrawerOpen={isDrawerOpen}
        onToggle={() => {
          storeRailIsOpen(!isRailOpen)
          setRailOpen(!isRailOpen)
        }}
        onClose={() => setDrawerOpen(false)}
        onHelp={() => setDialog('help')}
      />
      <TopBar onMenu={() => setDrawerOpen(true)} onOpen={setDialog} />
      <div className={classes['content']}>
        <ConnectionBanner />
        <WaitingNotice />
        <main id="main" tabIndex={-1} className={classes['main']}>
          <PageArea value={areaOfPage}>
            <Outlet />
          </PageArea>
        </main>
      </div>
      <ShellDialogs open={dialog} onChange={setDialog} />
    </div>
  )
}

/** The page before or after that of the address in its area, around its ends. */
function neighbourOf(path: string, step: 1 | -1): string | undefined {
  const entry = entryAt(path)
  for (const area of menuFor(currentSession()?.edition ?? '')) {
    const items = itemsOf(area).filter(({ isLacking }) => !isLacking)
    const at = items.findIndex(({ name }) => name === entry)
    if (at >= 0) return items.at((at + step) % items.length)?.path
  }
  return undefined
}

/** The fragment belongs to the router where it uses hashes, so the link moves the focus itself. */
function skip(event: { preventDefault(): void }): void {
  event.preventDefault()
  focusMain()
}

/** ⌘K or Ctrl K finds, `?` opens the help, `[` and `]` step through the pages of an area; none of them while another dialog is open or somebody types. */
function useShortcuts(isFree: boolean, open: (dialog: OpenDialog) => void, step: (by: 1 | -1) => void): void {
  const onStep = useEffectEvent(step)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFree) return
      if (event.key === 'Control' || event.key === 'Meta') {
        // It is asked for again, and a failure said, when the dialog is opened.
        loadQuickFind().catch(() => undefined)
      }
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open('find')
        return
      }
      const isTyping = event.target instanceof Element && event.target.closest(typing) !== null
      // On some keyboards brackets are typed with Ctrl and Alt.
      const isPlain = (!event.ctrlKey && !event.metaKey) || event.getModifierState('AltGraph')
      if (isTyping || !isPlain) return
      if (event.key === '?') open('help')
      if (event.key === '[' || event.key === ']') onStep(event.key === ']' ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isFree, open])
}
