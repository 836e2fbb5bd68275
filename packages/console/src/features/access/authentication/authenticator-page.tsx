import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { authenticators } from './authenticators.tsx'
import { chainUsers } from './chain-users.ts'

const AuthnSettings = lazy(async () => ({ default: (await import('./authn-settings.tsx')).AuthnSettings }))
const UsersPanel = lazy(async () => ({
  default: (await import('#managed/authentication/users/users-panel.tsx')).UsersPanel,
}))

/** One of the chain: what it decided, its settings, and the users it keeps. */
export function AuthenticatorPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return (
    <ManagedItemPage
      key={id}
      resource={authenticators}
      id={id}
      content={{
        settings: (authenticator) => <AuthnSettings authenticator={authenticator} />,
        users: (authenticator) => <UsersPanel base={chainUsers(authenticator)} />,
      }}
    />
  )
}
