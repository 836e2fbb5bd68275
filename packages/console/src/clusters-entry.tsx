import '#styles/tokens.css'
import '#styles/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { consoleConfig } from '#api/console-config.ts'
import type { Mounted } from '#app/mounted.ts'
import { LoginPreferences } from '#app/preferences/login-preferences.tsx'
import { ClustersBoard } from '#features/system/clusters/clusters-board.tsx'

/** The overview of several clusters: no session and no broker of its own, so no router and no menu. */
export function mountClusters(element: HTMLElement): Mounted {
  const root = createRoot(element)
  const { clusters } = consoleConfig()
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      {clusters && <ClustersBoard {...clusters} preferences={<LoginPreferences />} />}
    </QueryClientProvider>,
  )
  return { unmount: () => root.unmount(), pause: () => undefined, resume: () => undefined }
}
