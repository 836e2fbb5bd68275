import '#styles/tokens.css'
import '#styles/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { forgetEverySession, watchUse } from '#api/session.ts'
import type { Mounted } from '#app/mounted.ts'
import { LoginPreferences } from '#app/preferences/login-preferences.tsx'
import { ClustersBoard } from '#features/system/clusters/clusters-board.tsx'
import { consoleConfig } from '#lib/console-config.ts'

/** Mounts the overview of several clusters, which has no session and no broker of its own, so no router and no menu. */
export function mountClusters(element: HTMLElement): Mounted {
  const root = createRoot(element)
  const { clusters, idleMinutes } = consoleConfig()
  // The overview shows figures with the sessions of the consoles, and has no unsaved work.
  const forgetIdle = (leftMs: number) => leftMs <= 0 && forgetEverySession()
  const stop = idleMinutes === undefined ? undefined : watchUse(idleMinutes * 60_000, () => false, forgetIdle)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      {clusters && <ClustersBoard {...clusters} preferences={<LoginPreferences />} />}
    </QueryClientProvider>,
  )
  return {
    unmount: () => {
      stop?.()
      root.unmount()
    },
    pause: () => undefined,
    resume: () => undefined,
  }
}
