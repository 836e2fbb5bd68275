import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { GatewayAuthenticator } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { gatewayListenerAuthentication as endpoints } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { sentBack } from '#domain/access/authentication/authn-document.ts'
import type { UserBase } from '#domain/access/authentication/users/user-base.ts'
import { gatewayAuthentication as m } from '#features/extensions/messages/gateway-authentication.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import type { AuthenticationOwner } from './authentication-owner.ts'
import { AuthenticationPanel } from './authentication-panel.tsx'
import { useOrNone } from './credential-kinds.ts'
import { describeCut } from './describe-cut.ts'

interface ListenerAuthenticationProps {
  readonly gateway: GatewayKind
  readonly id: string
  /** The number of clients that are connected through the listener. */
  readonly connections: number
  /** The reason why the settings here affect no client. */
  readonly note?: string | undefined
}

/** Manages the authentication of the clients of one listener of a gateway. */
export function ListenerAuthentication({ gateway, id, connections, note }: ListenerAuthenticationProps) {
  const owner = useMemo(() => listenerOwner(gateway, id, connections), [gateway, id, connections])
  return <AuthenticationPanel owner={owner} note={note} />
}

/** Describes the authentication of one listener: its clients are not checked by the gateway's authenticator. */
function listenerOwner(name: GatewayKind, id: string, connections: number): AuthenticationOwner {
  const cut = describeCut(connections, m.mayCut(connections))
  const ask = askBeforeSave(() => cut)
  const params = { name, id }
  const toUpdate = (document: ApiDocument) => ({ params, body: parseBody(endpoints.update.body, document) })
  return {
    gateway: name,
    cut,
    none: { title: m.noneOwnTitle, text: m.noneOwnText },
    impactNew: m.impactNewOwn,
    removeBody: m.removeOwnBody,
    disableBody: m.disableOwnBody,
    useFound: () =>
      useOrNone(endpoints.get.path, params, (signal) => request(endpoints.get, { params }, { signal })),
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
    users: (authenticator) => buildUserBase(name, id, authenticator),
  }
}

function buildUserBase(name: GatewayKind, id: string, authenticator: GatewayAuthenticator): UserBase {
  const params = { name, id }
  const at = (uid: string) => ({ params: { ...params, uid } })
  return {
    page: 'gatewayListener',
    authenticator,
    canFilter: false,
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
