import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { abortPending, inFlight, onInFlightChange } from '#api/connection.ts'
import { describeProblem, hasUnreadableRows, onUnreadableRows, type Problem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { askAgain } from '#api/query.ts'
import { currentSession } from '#api/session.ts'
import { entryAt, listMenuItems, menuFor } from '#app/menu.ts'
import { app as m } from '#app/messages.ts'
import { useGo } from '#kit/page/link.tsx'
import { PageArea } from '#kit/page/page.tsx'
import { classNames } from '#lib/class-names.ts'
import type { Address } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { StatusShape } from '#ui/status.tsx'
import { AreaOfPage } from './area-of-page.tsx'
import { focusMain } from './focus-main.ts'
import { loadQuickFind } from './load-quick-find.ts'
import type { OpenDialog } from './open-dialog.ts'
import { Rail } from './rail.tsx'
import { isRailStoredOpen, storeRailIsOpen } from './rail-choice.ts'
import classes from './shell.module.css'
import { ShellDialogs } from './shell-dialogs.tsx'
import { TopBar } from './top-bar.tsx'
import { useConnection } from './use-connection.ts'

const areaOfPage = <AreaOfPage />

const UnreadableParts = lazy(async () => ({
  default: (await import('./unreadable-parts.tsx')).UnreadableParts,
}))

const typing = 'input, textarea, select, [contenteditable="true"]'

/** Renders what stays while the pages change: rail, top bar, banners, and the dialogs that any page can open. */
export function Shell() {
  const [isRailOpen, setRailOpen] = useState(isRailStoredOpen)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(() => setDrawerOpen(false), [path])
  const hasUnreadable = useSyncExternalStore(onUnreadableRows, hasUnreadableRows)
  const go = useGo()
  useShortcuts(dialog === undefined, setDialog, (step) => {
    const next = findNeighbour(path, step)
    if (next !== undefined) void go(next)
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
        {hasUnreadable && (
          <Suspense fallback={null}>
            <UnreadableParts />
          </Suspense>
        )}
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

/** Returns the page before or after the current page in its area, wrapping around at both ends. */
function findNeighbour(path: string, step: 1 | -1): Address | undefined {
  const entry = entryAt(path)
  for (const area of menuFor(currentSession()?.edition ?? '')) {
    const items = listMenuItems(area).filter(({ isLacking }) => !isLacking)
    const at = items.findIndex(({ name }) => name === entry)
    if (at >= 0) return items.at((at + step) % items.length)?.address
  }
  return undefined
}

/** With hash routing the fragment belongs to the router, so the link moves the focus itself. */
function skip(event: { preventDefault(): void }): void {
  event.preventDefault()
  focusMain()
}

/**
 * ⌘K or Ctrl K opens the search, `?` opens the help, `[` and `]` step through the pages of an area; no shortcut works
 * while another dialog is open or the user is typing.
 */
function useShortcuts(isFree: boolean, open: (dialog: OpenDialog) => void, step: (by: 1 | -1) => void): void {
  const onStep = useEffectEvent(step)
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFree) return
      if (event.key === 'Control' || event.key === 'Meta') {
        // The dialog is requested again when it is opened, and a failure is reported then.
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

/** Shows a thin line while the user waits for a response; background polls do not count. */
function ProgressBar() {
  const { count } = useSyncExternalStore(onInFlightChange, inFlight)
  return <div className={classes['bar']} aria-hidden="true" data-busy={count > 0 || undefined} />
}

const patienceMs = 3_000

/** Reports requests that hang, and lets the operator abort all of them. */
function WaitingNotice() {
  const { since } = useSyncExternalStore(onInFlightChange, inFlight)
  const [overdue, setOverdue] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setOverdue(since), Math.max(0, since + patienceMs - Date.now()))
    return () => clearTimeout(timer)
  }, [since])
  if (since === undefined || overdue !== since) return null
  return (
    <div role="status" className={classes['notice']}>
      {m.waiting}
      <Button size="small" onClick={abortPending}>
        {m.abortRequests}
      </Button>
    </div>
  )
}

const firstDelayMs = 2_000
const longestDelayMs = 30_000

/** Reports that the broker does not respond, retries by itself, and refreshes the page once the broker is back. */
function ConnectionBanner() {
  const client = useQueryClient()
  const { problem } = useConnection()
  const isLost = problem !== undefined
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) void askAgain(client)
    wasLost.current = isLost
  }, [isLost, client])
  return problem ? <Retrying problem={problem} /> : null
}

function Retrying({ problem }: { readonly problem: Problem }) {
  const { dueAt, isTrying, retry } = useRetry()
  const { title, detail, raw } = describeProblem(problem)
  const seconds = useSecondsUntil(dueAt)
  return (
    <div role="alert" className={classes['banner']}>
      <StatusShape kind="bad" coloured />
      <div className={classes['text']}>
        <strong>{m.connectionLost}</strong> <span>{title}</span>
        {detail !== undefined && <p>{detail}</p>}
        {raw !== undefined && (
          <details>
            <summary>{m.details}</summary>
            <code>{raw}</code>
          </details>
        )}
      </div>
      {/* The text changes every second, so it is not announced: an alert that repeats itself would drown out all others. */}
      <span className={classes['due']} aria-live="off">
        {isTrying ? m.retrying : m.retryIn(seconds)}
      </span>
      <Button size="small" isBusy={isTrying} onClick={retry}>
        {m.retryNow}
      </Button>
    </div>
  )
}

interface Retry {
  readonly dueAt: number
  readonly isTrying: boolean
  retry(): void
}

function useRetry(): Retry {
  const [attempt, setAttempt] = useState(0)
  const [dueAt, setDueAt] = useState(() => Date.now() + firstDelayMs)
  const [isTrying, setTrying] = useState(false)

  const retry = useCallback(() => {
    setTrying(true)
    const again = () => {
      setAttempt(attempt + 1)
      setDueAt(Date.now() + Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt + 1)))
      setTrying(false)
    }
    // The connection store records success and failure, and this banner shows its state.
    request(nodes.list, {}, { isSilent: true, timeoutMs: 5_000 }).then(again, again)
  }, [attempt])

  useEffect(() => {
    const timer = setTimeout(retry, Math.max(0, dueAt - Date.now()))
    return () => clearTimeout(timer)
  }, [dueAt, retry])

  return { dueAt, isTrying, retry }
}

function useSecondsUntil(dueAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((dueAt - now) / 1000))
}
