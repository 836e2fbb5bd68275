import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { read } from '#api/query.ts'
import { ChainMemberPage } from '#features/access/access-chain/chain-member-page.tsx'
import { mechanismName } from '#kit/access-words/authn-name.ts'
import { Tag } from '#ui/tag.tsx'
import { authnChain } from './authn-chain.ts'

const AuthnSettings = lazy(async () => ({ default: (await import('./authn-settings.tsx')).AuthnSettings }))
const UsersPanel = lazy(async () => ({ default: (await import('./users/users-panel.tsx')).UsersPanel }))

/** One of the chain: what it decided, its settings, and the users it keeps. */
export function AuthenticatorPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const answer = useQuery(read(authentication.get, { params: { id } }))
  return (
    <ChainMemberPage
      key={id}
      chain={authnChain}
      answer={answer}
      badges={({ mechanism, backend }) => backend !== undefined && <Tag>{mechanismName(mechanism)}</Tag>}
      content={(tab, authenticator) =>
        tab === 'users' ? (
          <UsersPanel authenticator={authenticator} />
        ) : (
          <AuthnSettings authenticator={authenticator} />
        )
      }
    />
  )
}
