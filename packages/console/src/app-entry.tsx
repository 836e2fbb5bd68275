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

/** A page that has come with the frame needs a tenth of it, on a slow machine. */
const patienceMs = 1_500

/** The application of one session: a router and a cache of its own, gone when it ends. */
export function mountApp(element: HTMLElement, basePath: string): Mounted {
  forgetConnection()
  const queryClient = createQueryClient()
  const stopRefreshing = refreshAfterWrites(queryClient)
  const history = consoleConfig().routing === 'hash' ? createHashHistory() : createBrowserHistory()
  const router = createAppRouter(history, basePath)
  // Of what has come with the page, so that the first drawing shows it.
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
  // What is loaded before the first drawing still follows the address, Back included; once drawn, the router does the same.
  history.subscribe(router.load)
  const loaded = router.load()
  // Where the code of the page has come with the document, the first drawing has it in it.
  if (beginsWith(router.latestLocation.pathname)) {
    void loaded.finally(draw)
    // What does not come after all must not keep the frame away.
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

/** Whether most visits begin there, so that the files of its page are asked for with the document. */
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
        {/* Dialogs may hold a form, which guards its page against being left. */}
        <RouterContextProvider router={router}>
          <Matches />
          <DialogHost />
        </RouterContextProvider>
        <NoticeHost />
      </QueryClientProvider>
    </MantineRoot>
  )
}

/** What a crash of this browser left running on the broker; nothing is loaded where it left nothing. */
async function takeBackTraces(): Promise<void> {
  if (localStorage.getItem('leftTraces') === null) return
  const { removeLeftTraces } = await import('#domain/trace/watch/own-trace.ts')
  await removeLeftTraces()
}
