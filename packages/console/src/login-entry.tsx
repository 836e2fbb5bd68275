import '#styles/tokens.css'
import '#styles/base.css'
import { createRoot } from 'react-dom/client'
import { consoleConfig } from '#api/console-config.ts'
import type { SessionEnd } from '#api/session.ts'
import type { Mounted } from '#app/mounted.ts'
import { LoginPreferences } from '#app/preferences/login-preferences.tsx'
import { LoginPage } from '#features/login/login-page.tsx'

/** The login alone: no router, no query cache, no form library, no Mantine (house: at most 128 KB). */
export function mountLogin(
  element: HTMLElement,
  end: SessionEnd | undefined,
  /** Whose unsaved work waits behind it. */
  waitsFor?: string,
): Mounted {
  const root = createRoot(element)
  root.render(
    <LoginPage
      end={end}
      waitsFor={waitsFor}
      isEmbedded={consoleConfig().mode === 'embedded'}
      preferences={<LoginPreferences />}
    />,
  )
  return { unmount: () => root.unmount(), pause: () => undefined, resume: () => undefined }
}
