import '#styles/mantine-login.ts'
import { createRoot } from 'react-dom/client'
import { consoleConfig } from '#api/console-config.ts'
import type { SessionEnd } from '#api/session.ts'
import { MantineRoot } from '#app/mantine-root.tsx'
import { LoginPreferences } from '#app/preferences/login-preferences.tsx'
import { LoginPage } from '#features/login/login-page.tsx'

/** The login alone: no router, no query cache, no form library (house: at most 128 KB). */
export function mountLogin(element: HTMLElement, end: SessionEnd | undefined): () => void {
  const root = createRoot(element)
  root.render(
    <MantineRoot>
      <LoginPage
        end={end}
        isEmbedded={consoleConfig().mode === 'embedded'}
        preferences={<LoginPreferences />}
      />
    </MantineRoot>,
  )
  return () => root.unmount()
}
