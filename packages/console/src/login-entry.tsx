import '#styles/tokens.css'
import '#styles/base.css'
import type { SsoBackend, SsoFailure } from '@brokerdeck/contract/console-server.ts'
import { createRoot } from 'react-dom/client'
import type { Session, SessionEnd } from '#api/session.ts'
import { appLocation } from '#app/app-location.ts'
import { targetOfLogin } from '#app/login-path.ts'
import type { Mounted } from '#app/mounted.ts'
import { LoginPreferences } from '#app/preferences/login-preferences.tsx'
import { rememberDeparture } from '#app/sso-return.ts'
import { LoginPage } from '#features/system/login/login-page.tsx'
import { consoleConfig } from '#lib/console-config.ts'

interface Occasion {
  readonly end?: SessionEnd | undefined
  /** The user whose unsaved work waits behind the login. */
  readonly waitsFor?: string
  /** The session from an identity provider that this tab did not request. */
  readonly arrived?: Session
  /** The identity provider at which a login has failed, with the cause. */
  readonly refused?: { readonly backend: SsoBackend; readonly cause: SsoFailure }
}

/**
 * Mounts the login alone: no router, no query cache, no form library, no Mantine (its size: house/bundle-budget.ts).
 */
export function mountLogin(element: HTMLElement, { end, waitsFor, arrived, refused }: Occasion): Mounted {
  const root = createRoot(element)
  const { mode, routing, clusters, brokerName } = consoleConfig()
  root.render(
    <LoginPage
      end={end}
      waitsFor={waitsFor}
      arrived={arrived}
      refused={refused}
      isEmbedded={mode === 'embedded'}
      cluster={clusters && brokerName}
      preferences={<LoginPreferences />}
      onLeave={(backend, isKept) => {
        rememberDeparture({ backend, isKept, to: targetOfLogin(appLocation(routing).read()) })
      }}
    />,
  )
  return { unmount: () => root.unmount(), pause: () => undefined, resume: () => undefined }
}
