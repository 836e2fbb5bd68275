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

/**
 * The time in milliseconds that the login waits for another tab to report a session; a busy tab may still report it
 * later.
 */
const patienceMs = 150

/**
 * Shows the login or the application, and switches between them when the session begins or ends. They are two
 * entries, so that the login is small and no data of an operator survives into the next session.
 */
export function startConsole(element: HTMLElement): Unmount {
  const { routing, mode } = consoleConfig()
  if (mode === 'clusters') return showClusters(element)
  const place = appLocation(routing)
  const unasked = arrive(place)
  const refused = comeBackRefused(place)
  document.documentElement.lang = languageTag
  // Dialogs, menus and messages are rendered in this element, outside of the page's landmarks.
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
      // The login is usually needed, so it is loaded while the other tabs may respond. A failure to load it is
      // reported below.
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
      // A session may have begun meanwhile, and its application is mounted then.
      if (mine === turn) showLoadFailure(element, error)
    }
  }

  function takeBack(): void {
    unmountAgain?.()
    unmountAgain = undefined
    aside?.takeBack()
    aside = undefined
  }

  /**
   * Shows a login and keeps the page as it is, including its address, until the operator with the unsaved changes is
   * back.
   */
  async function askAgain({ pause }: Mounted, username: string, end: SessionEnd): Promise<void> {
    pause()
    abortPending()
    aside = hideSession(element)
    const { login } = aside
    try {
      const { mountLogin } = await loadLogin()
      // The page may have been restored before the login was loaded: the same operator signed in in another tab.
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
  // While unsaved work is hidden, only its owner's session is accepted: another user's session in another tab must
  // not discard it.
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

/**
 * Loads the login once: on a second import a style sheet that failed to load would go unnoticed. After a failure it
 * is loaded again.
 */
function loadLogin(): Promise<typeof import('#login-entry.tsx')> {
  login ??= import('#login-entry.tsx').catch((error: unknown) => {
    login = undefined
    throw error
  })
  return login
}

/** Shows the overview of the clusters, which has no login: each cluster has a login of its own. */
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

/** Tells whether the session ended without an action in this tab, so without asking about unsaved work. */
function isNoDoingOfThisTab(end: SessionEnd | undefined): end is 'expired' | 'idle' | 'logged-out-elsewhere' {
  return end === 'expired' || end === 'idle' || end === 'logged-out-elsewhere'
}

/**
 * Signs in a user who went to a provider from this tab; any other arrival needs a confirmation, because a link could
 * sign the user in as another user.
 */
function arrive(place: AppLocation): Arrival | undefined {
  const arrival = takeArrival()
  if (arrival?.departure === undefined) return arrival
  startSession(arrival.session, arrival.departure.isKept)
  place.replace(targetOfDeparture(arrival.departure))
  return undefined
}

/** Returns a refused sign-in and keeps the wanted page as the target when the sign-in at the provider fails. */
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

/** A hidden application, and the element in which its operator signs in again. */
interface HiddenSession {
  readonly login: HTMLElement
  takeBack(): void
}

/**
 * Hides the page and the dialogs of a session that ended without an action in this tab: no other user may read them,
 * and no typed text is lost.
 */
function hideSession(element: HTMLElement): HiddenSession {
  const { title } = document
  const hidden = [element, document.getElementById('overlays')].filter((one) => one !== null)
  const login = document.createElement('div')
  // A hidden dialog still traps the focus through the key events that reach the document.
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
