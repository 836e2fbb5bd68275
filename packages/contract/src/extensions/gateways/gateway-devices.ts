import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { flag } from '../../scalars.ts'

const params = v.object({ clientid: v.string() })
const text = v.optional(v.string())
const pathQuery = { path: text }

/** Requests to the devices behind CoAP and LwM2M. Those of LwM2M are answered at once with nothing: `lookup` has the answer. */
export const gatewayDevices = {
  coapRequest: endpoint({
    method: 'POST',
    path: '/gateways/coap/clients/:clientid/request',
    refreshes: [],
    params,
    body: v.object({
      token: v.string(),
      method: v.picklist(['get', 'post', 'put', 'delete']),
      timeout: v.string(),
      content_type: v.picklist(['text/plain', 'application/json', 'application/octet-stream']),
      payload: v.string(),
    }),
    /** `method` is Erlang: `{ok,content}`. */
    response: {
      200: v.object({ id: v.number(), token: v.string(), method: v.string(), payload: v.string() }),
    },
    errors: ['CLIENT_NOT_FOUND', 'CLIENT_NOT_RESPONSE'],
    access: 'token',
  }),
  /** `6.01` `reply_not_received`: not yet. */
  lookup: endpoint({
    method: 'GET',
    path: '/gateways/lwm2m/clients/:clientid/lookup',
    params,
    query: v.object({ ...pathQuery, action: text }),
    response: {
      200: v.looseObject({
        clientid: v.string(),
        path: v.string(),
        action: v.string(),
        code: v.string(),
        codeMsg: v.string(),
        content: v.optional(v.unknown()),
      }),
    },
    errors: ['CLIENT_NOT_FOUND'],
    access: 'token',
  }),
  observe: endpoint({
    method: 'POST',
    path: '/gateways/lwm2m/clients/:clientid/observe',
    refreshes: [],
    params,
    query: v.object({ ...pathQuery, enable: v.optional(flag) }),
    response: { 204: null },
    errors: ['CLIENT_NOT_FOUND'],
    access: 'token',
  }),
  read: endpoint({
    method: 'POST',
    path: '/gateways/lwm2m/clients/:clientid/read',
    refreshes: [],
    params,
    query: v.object(pathQuery),
    response: { 204: null },
    errors: ['CLIENT_NOT_FOUND'],
    access: 'token',
  }),
  /** A type that is none ends the connection of the device. */
  write: endpoint({
    method: 'POST',
    path: '/gateways/lwm2m/clients/:clientid/write',
    refreshes: [],
    params,
    query: v.object({ ...pathQuery, type: text, value: text }),
    response: { 204: null },
    errors: ['CLIENT_NOT_FOUND'],
    access: 'token',
  }),
} as const
