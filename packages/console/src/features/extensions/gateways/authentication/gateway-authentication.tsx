import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import {
  gatewayAuthentication as endpoints,
  type GatewayAuthenticator,
} from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as v from 'valibot'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { sentBack } from '#domain/access/authentication/authn-document.ts'
import type { UserBase } from '#domain/access/authentication/users/user-base.ts'
import { gatewayAuthentication as m } from '#features/extensions/messages/gateway-authentication.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import type { AuthenticationOwner } from './authentication-owner.ts'
import { AuthenticationPanel } from './authentication-panel.tsx'
import { useGatewayAuthenticator } from './credential-kinds.ts'
import { describeCut } from './describe-cut.ts'

interface GatewayAuthenticationProps {
  readonly name: GatewayKind
  /** The number of connected clients, if the broker reports it. */
  readonly connections: number | undefined
}

const searchSchema = v.object({ add: v.fallback(v.optional(v.string()), undefined) })

/** Manages the authentication of the clients of a whole gateway. */
export function GatewayAuthentication({ name, connections }: GatewayAuthenticationProps) {
  const [{ add }] = useUrlSearch('gateway', searchSchema)
  const owner = useMemo(
    () => ({ ...gatewayOwner(name, connections), begunWith: add }),
    [name, connections, add],
  )
  return <AuthenticationPanel owner={owner} />
}

function gatewayOwner(name: GatewayKind, connections: number | undefined): AuthenticationOwner {
  const cut = describeCut(connections, m.cut(connections))
  const ask = askBeforeSave(() => cut)
  const params = { name }
  const toUpdate = (document: ApiDocument) => ({ params, body: parseBody(endpoints.update.body, document) })
  return {
    gateway: name,
    cut,
    none: { title: m.noneTitle, text: m.noneText },
    impactNew: m.impactNew,
    removeBody: m.removeBody,
    disableBody: m.disableBody,
    useFound: () => useGatewayAuthenticator(name),
    create: (toDocument) =>
      writePlan(endpoints.create, {
        toRequest: (document) => ({
          params,
          body: parseBody(endpoints.create.body, toDocument(document)),
        }),
        beforeWrite: (document) => ask(document, {}, undefined),
      }),
    settings: ({ toDocument, ...form }) => (
      <EndpointForm
        {...form}
        reads={endpoints.get}
        given={{ params }}
        writes={endpoints.update}
        toRequest={(document, now) => toUpdate(toDocument(document, now))}
        beforeWrite={ask}
      />
    ),
    enable: (isOn) => async (shown) => {
      const now = (await request(endpoints.get, { params })) ?? shown
      return await request(endpoints.update, toUpdate({ ...sentBack(now), enable: isOn }))
    },
    remove: send(endpoints.remove, () => ({ params })),
    users: (authenticator) => buildUserBase(name, authenticator),
  }
}

function buildUserBase(name: GatewayKind, authenticator: GatewayAuthenticator): UserBase {
  const params = { name }
  const at = (uid: string) => ({ params: { ...params, uid } })
  return {
    page: 'gateway',
    authenticator,
    canFilter: true,
    importKinds: ['hash'],
    useUsers: (query) => useQuery(read(endpoints.users, { params, query }, { keepsPrevious: true })),
    ask: (query, signal) => request(endpoints.users, { params, query }, { signal }),
    add: writePlan(endpoints.addUser, {
      toRequest: (user) => ({ params, body: parseBody(endpoints.addUser.body, user) }),
    }),
    change: (userId) =>
      writePlan(endpoints.updateUser, {
        toRequest: (user) => ({ ...at(userId), body: parseBody(endpoints.updateUser.body, user) }),
      }),
    remove: send(endpoints.removeUser, ({ user_id }: AuthnUser) => at(user_id)),
    send: (filename, type, options) =>
      request(endpoints.importUsers, { params, query: { type }, body: { filename } }, options),
  }
}
