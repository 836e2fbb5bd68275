import { createTestBroker, type TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { notifications } from '@mantine/notifications'
import { screen } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import type { Locale } from '#i18n/locale.ts'
import type { ConsoleConfig } from '#lib/console-config.ts'
import { type BrokerFetch, brokerFetch } from './broker-fetch.ts'
import { brokerSocket } from './broker-socket.ts'
import { uploadThrough } from './broker-upload.ts'
import { InProcessWorker } from './in-process-worker.ts'

export interface RenderOptions {
  readonly locale?: Locale
  readonly theme?: 'light' | 'dark'
  /** False if no user is signed in, so that the login is shown first. */
  readonly isSignedIn?: boolean
  /** Returns the token of the session; a fresh token by default. */
  readonly token?: () => string
  readonly config?: Partial<ConsoleConfig>
  /** The signed-in user, `admin` by default; `arrange` creates any other user. */
  readonly username?: string
  /** The edition of the broker, Community by default. */
  readonly edition?: 'community' | 'enterprise'
  /** The number of nodes of the cluster; 2 by default. */
  readonly nodes?: number
  readonly now?: () => number
  /** True if the broker opens sockets, on free ports, because a client other than the page connects. */
  readonly listens?: boolean
  readonly arrange?: ((broker: TestBroker, network: BrokerFetch) => void | Promise<void>) | undefined
}

export interface RenderedApp {
  readonly broker: TestBroker
  readonly network: BrokerFetch
  readonly user: UserEvent
  readonly screen: typeof screen
  /** Returns the path and query of the application. */
  path(): string
}

/**
 * Renders the whole console at a path (a function is called after `arrange`), against an embedded broker in memory:
 * real router, real cache, real requests. Everything is removed at the end of the test.
 */
export async function renderApp(
  path: string | (() => string),
  options: RenderOptions = {},
): Promise<RenderedApp> {
  const { locale = 'en', theme, isSignedIn = true, token, config, edition, nodes, now, arrange } = options
  const { username = 'admin', listens = false } = options
  const broker = await createTestBroker({
    ...(nodes === undefined ? {} : { nodes }),
    ...(now === undefined ? {} : { now }),
    ...(edition === undefined ? {} : { edition }),
    ...(listens ? { listen: true, mqttPort: 0, wsPort: 0 } : {}),
  })
  onTestFinished(() => broker.close())
  const network = brokerFetch(broker)
  await arrange?.(broker, network)
  vi.stubGlobal('fetch', network.fetch)
  vi.stubGlobal('XMLHttpRequest', uploadThrough(network.fetch))
  vi.stubGlobal('WebSocket', brokerSocket(broker.context.cluster))
  vi.stubGlobal('Worker', InProcessWorker)
  // The application is not rendered by the testing library, so nothing is wrapped in `act`.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)

  localStorage.setItem('language', locale)
  if (theme) {
    localStorage.setItem('theme', theme)
    localStorage.setItem('syncOsTheme', 'false')
  }
  const root = prepareDocument(config)
  history.replaceState(null, '', typeof path === 'string' ? path : path())
  // Texts are fixed when a module loads, so another language needs fresh modules.
  if (locale !== (await import('#i18n/locale.ts')).locale) vi.resetModules()
  if (isSignedIn) {
    const { startSession } = await import('#api/session.ts')
    startSession({
      token: token?.() ?? (username === 'admin' ? broker.login() : broker.context.tokens.issue(username)),
      username,
      ...(edition === 'enterprise'
        ? { edition: 'ee', role: broker.context.users.getRole(username) }
        : { edition: 'ce' }),
      version: '5.8.9-brokerdeck',
    })
  }
  let stop = await start(root, reload)
  async function startAgain(): Promise<void> {
    stop()
    // Modules that are reset while they are still loading would never arrive.
    await vi.dynamicImportSettled()
    vi.resetModules()
    stop = await start(root, reload)
  }
  function reload(): void {
    void startAgain()
  }
  onTestFinished(async () => {
    stop()
    // Pending requests are aborted: a response that arrives after the document is gone could only cause unrelated
    // errors.
    const { abortPending } = await import('#api/connection.ts')
    abortPending()
    await network.settled()
    // Notifications outlive the application, and the next test would take them for its own.
    notifications.clean()
    await vi.dynamicImportSettled()
    const { endSession } = await import('#api/session.ts')
    endSession('logged-out')
  })
  return {
    broker,
    network,
    user: userEvent.setup(),
    screen,
    path: () => `${location.pathname}${location.search}`,
  }
}

async function start(root: HTMLElement, reload: () => void): Promise<() => void> {
  const { onReloadPage } = await import('#app/preferences/reload-page.ts')
  const { startConsole } = await import('#app/start-console.ts')
  onReloadPage(reload)
  return startConsole(root)
}

/**
 * Creates the parts of the document that `index.html` and the server provide: the mount points, the base and the
 * server's configuration.
 */
function prepareDocument(config: Partial<ConsoleConfig> = {}): HTMLElement {
  const base = document.createElement('base')
  base.href = '/'
  const meta = document.createElement('meta')
  meta.name = 'brokerdeck'
  meta.content = JSON.stringify({ routing: 'browser', mode: 'embedded', readOnly: false, ...config })
  const root = document.createElement('div')
  const overlays = document.createElement('section')
  overlays.id = 'overlays'
  overlays.setAttribute('aria-label', 'Overlays')
  document.head.replaceChildren(base, meta)
  document.body.replaceChildren(root, overlays)
  return root
}
