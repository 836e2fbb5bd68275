import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { flag } from '../../scalars.ts'

const params = v.object({ clientid: v.string() })
const text = v.optional(v.string())

/**
 * The result of a discover request for a resource. The broker adds the name and the other fields only if it has the
 * definition of the object.
 */
const objectEntrySchema = v.object({
  path: v.string(),
  name: v.string(),
  operations: v.optional(v.string()),
  dataType: v.optional(v.string()),
})

const pathValueSchema = v.object({
  path: v.string(),
  value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
})
export type PathValue = v.InferOutput<typeof pathValueSchema>

/**
 * A read gives `{path, value}`, a discover request gives descriptions; if the broker has no definition of the object,
 * the path is its own value.
 */
const contentSchema = v.array(
  v.union([pathValueSchema, objectEntrySchema, v.record(v.string(), v.unknown())]),
)

/** The last response to an action on a path. `6.01`: no response has arrived yet, or it was discarded. */
const lookupSchema = v.object({
  clientid: v.string(),
  action: v.string(),
  path: v.string(),
  code: v.string(),
  codeMsg: v.string(),
  content: v.optional(contentSchema),
})
export type ObjectAnswer = v.InferOutput<typeof lookupSchema>

export const coapMethods = ['get', 'put', 'post', 'delete'] as const
export const coapContentTypes = ['text/plain', 'application/json', 'application/octet-stream'] as const

const coapAnswerSchema = v.object({
  id: v.number(),
  token: v.string(),
  /** An Erlang term: `{ok,content}`, `{error,not_found}`. */
  method: v.string(),
  payload: v.string(),
})
export type CoapAnswer = v.InferOutput<typeof coapAnswerSchema>

const notFound = ['CLIENT_NOT_FOUND'] as const

/**
 * The requests to devices behind gateways. LwM2M writes only send a request: its response is looked up afterwards,
 * and a new request discards the previous response. A missing `path` or unknown `type` gives 500 and disconnects the
 * device.
 */
export const gatewayDevices = {
  /** For `observe`, returns the last notification. A request that a device never answers stays at `6.01`. */
  lookup: endpoint({
    method: 'GET',
    path: '/gateways/lwm2m/clients/:clientid/lookup',
    params,
    query: v.object({ path: text, action: text }),
    response: { 200: lookupSchema },
    errors: notFound,
    access: 'token',
  }),
  observe: endpoint({
    method: 'POST',
    path: '/gateways/lwm2m/clients/:clientid/observe',
    refreshes: [],
    params,
    query: v.object({ path: text, enable: v.optional(flag) }),
    response: { 204: null },
    errors: notFound,
    access: 'token',
  }),
  read: endpoint({
    method: 'POST',
    path: '/gateways/lwm2m/clients/:clientid/read',
    refreshes: [],
    params,
    query: v.object({ path: text }),
    response: { 204: null },
    errors: [...notFound, 'INTERNAL_ERROR'],
    access: 'token',
  }),
  write: endpoint({
    method: 'POST',
    path: '/gateways/lwm2m/clients/:clientid/write',
    refreshes: [],
    params,
    query: v.object({ path: text, type: text, value: text }),
    response: { 204: null },
    errors: notFound,
    access: 'token',
  }),
  /**
   * The path is always the root of the device, because no parameter sets another. 504 if the device does not respond
   * in time.
   */
  request: endpoint({
    method: 'POST',
    path: '/gateways/coap/clients/:clientid/request',
    refreshes: [],
    params,
    body: v.object({
      token: text,
      method: v.optional(v.picklist(coapMethods, 'not_a_enum_symbol')),
      /** The timeout, such as `5s`. */
      timeout: text,
      content_type: v.optional(v.picklist(coapContentTypes, 'not_a_enum_symbol')),
      payload: text,
    }),
    response: { 200: coapAnswerSchema },
    errors: [...notFound, 'CLIENT_NOT_RESPONSE'],
    access: 'token',
  }),
} as const
