import { abortPending } from '#api/connection.ts'
import {
  askOtherTabs,
  currentSession,
  onSessionChange,
  type SessionEnd,
  shareSession,
  startSession,
} from '#api/session.ts'
import { languageTag } from '#i18n/locale.ts'
import { hasUnsavedWork } from '#kit/leave-guard/unsaved-work.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { type AppLocation, appLocation } from './app-location.ts'
import { isLoginPath, loginPath, targetOfLogin } from './login-path.ts'
import { preferences as m } from './messages.ts'
import type { Mounted, Unmount } from './mounted.ts'
import { showLoadFailure } from './show-load-failure.ts'
import {
  type Arrival,
  type RefusedReturn,
  takeArrival,
  takeRefusedReturn,
  targetOfDeparture,
} from './sso-return.ts'

/** How long the login waits for another tab to say that it is signed in; a busy one may still say so later. */
const patienceMs = 150

/**
 * Shows the login or the application, and changes between them when the session begins or ends. They are two entries,
 * so that the login is small and nothing of one operator's data survives into the next session.
 */
export function startConsole(element: HTMLElement): Unmount {
  const { routing, mode } = consoleConfig()
  if (mode === 'clusters') return showClusters(element)
  const place = appLocation(routing)
  const unasked = arrive(place)
  const refused = comeBackRefused(place)
  document.documentElement.lang = languageTag
  // Dialogs, menus and messages are drawn in here, outside of the page's landmarks.
  document.getElementById('overlays')?.setAttribute('aria-label', m.overlays)
  let mounted: Mounted | undefined
  let owner = currentSession()?.username
  let aside: HiddenSession | undefined
  let unmountAgain: Unmount | undefined
  let turn = 0

  async function show(end?: SessionEnd): Promise<void> {
    turn += 1
    const mine = turn
    takeBack()
    mounted?.unmount()
    mounted = undefined
    abortPending()
    if (currentSession() === undefined && end === undefined) {
      askOtherTabs()
      // Most often it comes to that: it is read while the others may answer. Whether it can be is said below.
      loadLogin().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, patienceMs))
      if (mine !== turn) return
    }
    try {
      const mount = currentSession()
        ? await prepareApp(place)
        : await prepareLogin(place, end, { unasked, refused })
      if (mine === turn) mounted = mount(element)
    } catch (error) {
      // A session may have come meanwhile, and its application stands there.
      if (mine === turn) showLoadFailure(element, error)
    }
  }

  function takeBack(): void {
    unmountAgain?.()
    unmountAgain = undefined
    aside?.takeBack()
    aside = undefined
  }

  /** The page stays as it is, address and all, until whoever has changed something there is back. */
  async function askAgain({ pause }: Mounted, username: string, end: SessionEnd): Promise<void> {
    pause()
    abortPending()
    aside = hideSession(element)
    const { login } = aside
    try {
      const { mountLogin } = await loadLogin()
      // Taken back before it came: the same operator has signed in in another tab.
      if (aside?.login === login) unmountAgain = mountLogin(login, { end, waitsFor: username }).unmount
    } catch (error) {
      if (aside?.login === login) showLoadFailure(login, error)
    }
  }

  function onChange(username: string | undefined, end: SessionEnd | undefined): void {
    const before = owner
    owner = username ?? owner
    if (aside !== undefined && username !== undefined && username === before) {
      takeBack()
      mounted?.resume()
    } else if (isNoDoingOfThisTab(end) && mounted !== undefined && before !== undefined && hasUnsavedWork()) {
      void askAgain(mounted, before, end)
    } else void show(end)
  }

  const unsubscribe = onSessionChange((session, end) => onChange(session?.username, end))
  // Behind unsaved work only its owner is awaited: what somebody else does in another tab must not throw it away.
  const keepToItself = shareSession((username) => aside === undefined || username === owner)
  void show()
  void logVersion()
  return () => {
    turn += 1
    unsubscribe()
    keepToItself()
    takeBack()
    mounted?.unmount()
  }
}

let login: Promise<typeof import('#login-entry.tsx')> | undefined

/** Asked for once: a style sheet that could not be loaded would not be missed the second time. After a failure it is tried again. */
function loadLogin(): Promise<typeof import('#login-entry.tsx')> {
  login ??= import('#login-entry.tsx').catch((error: unknown) => {
    login = undefined
    throw error
  })
  return login
}

/** Nobody signs in there: each cluster has a login of its own. */
function showClusters(element: HTMLElement): Unmount {
  document.documentElement.lang = languageTag
  let mounted: Mounted | undefined
  import('#clusters-entry.tsx').then(
    ({ mountClusters }) => {
      mounted = mountClusters(element)
    },
    (error: unknown) => showLoadFailure(element, error),
  )
  return () => mounted?.unmount()
}

/** Here nobody has been asked whether what is unsaved may go. */
function isNoDoingOfThisTab(end: SessionEnd | undefined): end is 'expired' | 'idle' | 'logged-out-elsewhere' {
  return end === 'expired' || end === 'idle' || end === 'logged-out-elsewhere'
}

/** Signs in who went to a provider from this tab; anybody else is asked first, as a link could sign them in as another user. */
function arrive(place: AppLocation): Arrival | undefined {
  const arrival = takeArrival()
  if (arrival?.departure === undefined) return arrival
  startSession(arrival.session, arrival.departure.isKept)
  place.replace(targetOfDeparture(arrival.departure))
  return undefined
}

/** The wanted page stays wanted when the provider's way to it fails. */
function comeBackRefused(place: AppLocation): RefusedReturn | undefined {
  const refused = takeRefusedReturn()
  if (refused?.to !== undefined) place.replace(loginPath(refused.to))
  return refused
}

interface Returned {
  readonly unasked: Arrival | undefined
  readonly refused: RefusedReturn | undefined
}

async function prepareLogin(
  place: AppLocation,
  end: SessionEnd | undefined,
  { unasked, refused }: Returned,
): Promise<(element: HTMLElement) => Mounted> {
  const wanted = place.read()
  const isLoggedOut = end === 'logged-out' || end === 'logged-out-elsewhere'
  if (!isLoginPath(wanted)) place.replace(isLoggedOut ? '/login' : loginPath(wanted))
  const { mountLogin } = await loadLogin()
  return (element) =>
    mountLogin(element, {
      end,
      ...(end === undefined && unasked ? { arrived: unasked.session } : {}),
      ...(end === undefined && refused ? { refused } : {}),
    })
}

async function prepareApp(place: AppLocation): Promise<(element: HTMLElement) => Mounted> {
  const path = place.read()
  if (isLoginPath(path)) place.replace(targetOfLogin(path))
  const { mountApp } = await import('#app-entry.tsx')
  return (element) => mountApp(element, place.basePath)
}

/** Specification §7: at start-up the console asks for `version` beside the page and logs the tag; failures are ignored. */
async function logVersion(): Promise<void> {
  const text = await fetch(new URL('version', document.baseURI)).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  const tag = /refs\/tags\/(\S+)/.exec(text)?.[1]
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged
  if (tag !== undefined) console.info(`Brokerdeck ${tag}`)
}

/** An application out of sight, and the place where its operator signs in again. */
interface HiddenSession {
  readonly login: HTMLElement
  takeBack(): void
}

/**
 * Hides what a session has left that ended without anybody's doing here, with its dialogs: nobody else may read it, and nothing typed in it is lost.
 */
function hideSession(element: HTMLElement): HiddenSession {
  const { title } = document
  const hidden = [element, document.getElementById('overlays')].filter((one) => one !== null)
  const login = document.createElement('div')
  // A hidden dialog still holds the focus within itself, by the keys that reach the document.
  login.addEventListener('keydown', (event) => event.stopPropagation())
  for (const one of hidden) one.hidden = true
  element.after(login)
  return {
    login,
    takeBack: () => {
      login.remove()
      for (const one of hidden) one.hidden = false
      document.title = title
    },
  }
}
