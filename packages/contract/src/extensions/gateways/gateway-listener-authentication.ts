import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { pageQuery } from '../../paging.ts'
import { authenticatorShapes, gatewayAuthenticatorSchema as one } from './gateway-authentication.ts'
import { gatewayKindSchema as name } from './gateway-settings.ts'

/** `id` is the id of the listener, such as `stomp:tcp:default`. */
const listenerParams = v.object({ name, id: v.string() })
const listenerUserParams = v.object({ name, id: v.string(), uid: v.string() })

const { asked, kept, userList, newUser, oneUser, changedUser, importedUsers } = authenticatorShapes

const listenerChanges = ['/gateways/:name/listeners/:id/authentication'] as const
const listenerUsers = '/gateways/:name/listeners/:id/authentication/users'

/** The authenticator of a single listener, which replaces that of its gateway. */
export const gatewayListenerAuthentication = {
  get: endpoint({
    method: 'GET',
    path: '/gateways/:name/listeners/:id/authentication',
    params: listenerParams,
    response: { 200: one, 204: null },
    ...asked,
  }),
  create: endpoint({
    method: 'POST',
    path: '/gateways/:name/listeners/:id/authentication',
    refreshes: listenerChanges,
    params: listenerParams,
    response: { 201: one },
    ...kept,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/gateways/:name/listeners/:id/authentication',
    refreshes: listenerChanges,
    params: listenerParams,
    response: { 200: one },
    ...kept,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/listeners/:id/authentication',
    refreshes: listenerChanges,
    params: listenerParams,
    response: { 204: null },
    ...asked,
  }),
  /** The list accepts no filters. */
  users: endpoint({
    method: 'GET',
    path: '/gateways/:name/listeners/:id/authentication/users',
    params: listenerParams,
    query: v.object(pageQuery),
    ...userList,
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/gateways/:name/listeners/:id/authentication/users',
    refreshes: [listenerUsers],
    params: listenerParams,
    ...newUser,
  }),
  user: endpoint({
    method: 'GET',
    path: '/gateways/:name/listeners/:id/authentication/users/:uid',
    params: listenerUserParams,
    ...oneUser,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/gateways/:name/listeners/:id/authentication/users/:uid',
    refreshes: [listenerUsers, '/gateways/:name/listeners/:id/authentication/users/:uid'],
    params: listenerUserParams,
    ...changedUser,
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/listeners/:id/authentication/users/:uid',
    refreshes: [listenerUsers],
    params: listenerUserParams,
    response: { 204: null },
    ...asked,
  }),
  importUsers: endpoint({
    method: 'POST',
    path: '/gateways/:name/listeners/:id/authentication/import_users',
    refreshes: [listenerUsers],
    params: listenerParams,
    ...importedUsers,
  }),
} as const
