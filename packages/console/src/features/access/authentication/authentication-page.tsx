import { authentication as m } from '#features/access/messages/authentication.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Status } from '#ui/status.tsx'
import { authenticatorResource } from './authenticators.tsx'

/** Shows the chain of authenticators that checks the credentials of every client. */
export function AuthenticationPage() {
  return (
    <ManagedListPage
      resource={authenticatorResource}
      create={{ label: m.create, to: linkTo('createAuthenticator') }}
      summary={({ items = [] }) => {
        if (items.length === 0) return undefined
        if (items.some(({ enable }) => enable)) return m.summary(items.length)
        return (
          <Status kind="warn" wraps>
            {m.allOff}
          </Status>
        )
      }}
    />
  )
}
