import type { AuthnUser, UserImport } from '@brokerdeck/contract/access/authentication.ts'
import type { PageMeta } from '@brokerdeck/contract/paging.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Mutation } from '#acting/action.tsx'
import type { RequestOptions } from '#api/http.ts'
import type { AnyAuthenticator } from '#domain/access/authentication/authn-document.ts'
import type { ImportKind } from '#domain/access/authentication/import/import-kind.ts'
import type { WritePlan } from '#resource/endpoint-form/write-plan.ts'

export interface UserQuery {
  readonly page: number
  readonly limit: number
  readonly like_user_id?: string
  readonly is_superuser?: boolean
}

interface UserPage {
  readonly data: AuthnUser[]
  readonly meta: PageMeta
}

/** The users of one built-in database, independent of where its authenticator is configured. */
export interface UserBase {
  /** The page that lists the users. */
  readonly page: 'authenticator' | 'gateway' | 'gatewayListener'
  readonly authenticator: AnyAuthenticator
  /** True if the API can filter users by a part of their name and by superuser. */
  readonly canFilter: boolean
  readonly importKinds: readonly ImportKind[]
  readonly useUsers: (query: UserQuery) => UseQueryResult<UserPage, Error>
  readonly ask: (query: UserQuery, signal: AbortSignal) => Promise<UserPage>
  readonly add: WritePlan
  readonly change: (userId: string) => WritePlan
  readonly remove: Mutation<AuthnUser>
  readonly send: (file: File, kind: ImportKind, options: RequestOptions) => Promise<UserImport>
}
