import '#styles/mantine-app.ts'
import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { focusManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createHashHistory,
  Matches,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { rememberActivity } from '#api/activity.ts'
import { forgetConnection } from '#api/connection.ts'
import { hasEarlyAnswers } from '#api/http.ts'
import { askAgain, createQueryClient, read, refreshAfterWrites } from '#api/query.ts'
import { MantineRoot } from '#app/mantine-root.tsx'
import type { Mounted } from '#app/mounted.ts'
import { createAppRouter } from '#app/routes.tsx'
import { DialogHost, NoticeHost } from '#kit/dialogs/dialog-host.tsx'
import { dropDialogs } from '#kit/dialogs/dialog-store.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { allRoutes, redirects } from '#routes/routes.ts'

/**
 * The maximum time in milliseconds until the first render; a page whose files came with the frame needs a tenth of it
 * on a slow machine.
 */
const patienceMs = 1_500

/** Mounts the application of a session, with a router and a cache of its own, which are discarded at its end. */
export function mountApp(element: HTMLElement, basePath: string): Mounted {
  forgetConnection()
  const queryClient = createQueryClient()
  const stopRefreshing = refreshAfterWrites(queryClient)
  const history = consoleConfig().routing === 'hash' ? createHashHistory() : createBrowserHistory()
  const router = createAppRouter(history, basePath)
  // These reads use the responses that came with the page, so that the first render shows them.
  if (hasEarlyAnswers())
    for (const one of [monitor.current, nodes.list, cluster.get])
      void queryClient.prefetchQuery(read(one, {}))
  const root = createRoot(element)
  let isDue = true
  const draw = () => {
    if (!isDue) return
    isDue = false
    root.render(<App queryClient={queryClient} router={router} />)
  }
  // Before the first render, loading still follows the address, including Back; after it, the router does the same.
  history.subscribe(router.load)
  const loaded = router.load()
  // If the code of the page came with the document, the first render includes the page.
  if (beginsWith(router.latestLocation.pathname)) {
    void loaded.finally(draw)
    // A page that fails to arrive must not delay the frame.
    setTimeout(draw, patienceMs)
  } else draw()
  void takeBackTraces()
  rememberActivity()
  return {
    unmount: () => {
      focusManager.setFocused(undefined)
      isDue = false
      stopRefreshing()
      root.unmount()
      dropDialogs()
      history.destroy()
      queryClient.clear()
    },
    pause: () => focusManager.setFocused(false),
    resume: () => {
      focusManager.setFocused(undefined)
      void askAgain(queryClient)
    },
  }
}

/** Tells whether most visits begin at this path, so that the files of its page are requested with the document. */
function beginsWith(path: string): boolean {
  const [, to] = Object.entries(redirects).find(([from]) => from === path) ?? []
  if (to !== undefined) return beginsWith(to)
  return allRoutes().some(([, { path: own, asksEarly }]) => own === path && asksEarly !== undefined)
}

interface AppProps {
  readonly queryClient: QueryClient
  readonly router: ReturnType<typeof createAppRouter>
}

function App({ queryClient, router }: AppProps) {
  return (
    <MantineRoot>
      <QueryClientProvider client={queryClient}>
        {/* Dialogs may contain a form, which guards its page against being left. */}
        <RouterContextProvider router={router}>
          <Matches />
          <DialogHost />
        </RouterContextProvider>
        <NoticeHost />
      </QueryClientProvider>
    </MantineRoot>
  )
}

/** Removes the traces that a crash of this browser left running on the broker; loads no code if there are none. */
async function takeBackTraces(): Promise<void> {
  if (localStorage.getItem('leftTraces') === null) return
  const { removeLeftTraces } = await import('#domain/trace/watch/own-trace.ts')
  await removeLeftTraces()
}
