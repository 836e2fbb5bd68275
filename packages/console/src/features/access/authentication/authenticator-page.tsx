import {
  type Authenticator,
  type AuthnUser,
  authentication as endpoints,
} from '@brokerdeck/contract/access/authentication.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import type { UserBase } from '#domain/access/authentication/users/user-base.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { authenticatorResource } from './authenticators.tsx'

/** Describes the users of an authenticator in the chain of all clients. */
function chainUsers(authenticator: Authenticator): UserBase {
  const { id } = authenticator
  const params = { id }
  return {
    page: 'authenticator',
    authenticator,
    canFilter: true,
    importKinds: ['plain', 'hash'],
    useUsers: (query) => useQuery(read(endpoints.users, { params, query }, { keepsPrevious: true })),
    ask: (query, signal) => request(endpoints.users, { params, query }, { signal }),
    add: writePlan(endpoints.addUser, {
      toRequest: (user) => ({ params, body: parseBody(endpoints.addUser.body, user) }),
    }),
    change: (user_id) =>
      writePlan(endpoints.updateUser, {
        toRequest: (user) => ({
          params: { id, user_id },
          body: parseBody(endpoints.updateUser.body, user),
        }),
      }),
    remove: send(endpoints.removeUser, ({ user_id }: AuthnUser) => ({ params: { id, user_id } })),
    send: (filename, type, options) =>
      request(endpoints.importUsers, { params, query: { type }, body: { filename } }, options),
  }
}

const AuthnSettings = lazy(async () => ({ default: (await import('./authn-settings.tsx')).AuthnSettings }))
const UsersPanel = lazy(async () => ({
  default: (await import('#domain/access/authentication/users/users-panel.tsx')).UsersPanel,
}))

/** Shows one authenticator of the chain: its decisions, its settings, and its users. */
export function AuthenticatorPage() {
  const { id } = usePageParams('authenticator')
  return (
    <ManagedItemPage
      key={id}
      resource={authenticatorResource}
      id={id}
      content={{
        settings: (authenticator) => <AuthnSettings authenticator={authenticator} />,
        users: (authenticator) => <UsersPanel base={chainUsers(authenticator)} />,
      }}
    />
  )
}
