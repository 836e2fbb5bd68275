import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { flag } from '../../scalars.ts'

const params = v.object({ clientid: v.string() })
const text = v.optional(v.string())

/** What discover says of a resource; its name and the rest only where the broker has the definition of the object. */
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
 * `{path, value}` of what was read, a description of what was discovered; where the broker has no definition of the object,
 * its path beside itself.
 */
const contentSchema = v.array(
  v.union([pathValueSchema, objectEntrySchema, v.record(v.string(), v.unknown())]),
)

/** The last answer to an action on a path. `6.01`: there is none yet, or it was forgotten. */
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
 * Talk with devices behind gateways. LwM2M's writes only send a request: its answer is looked up afterwards, and a new
 * request forgets the answer before it. A missing `path` or an unknown `type` is a 500 and ends the connection of the device.
 */
export const gatewayDevices = {
  /** Of `observe`, the last notification. A request that a device never answers stays at `6.01`. */
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
  /** The path is the root of the device: there is no parameter for another one. 504 where it does not answer in time. */
  request: endpoint({
    method: 'POST',
    path: '/gateways/coap/clients/:clientid/request',
    refreshes: [],
    params,
    body: v.object({
      token: text,
      method: v.optional(v.picklist(coapMethods, 'not_a_enum_symbol')),
      /** `5s` */
      timeout: text,
      content_type: v.optional(v.picklist(coapContentTypes, 'not_a_enum_symbol')),
      payload: text,
    }),
    response: { 200: coapAnswerSchema },
    errors: [...notFound, 'CLIENT_NOT_RESPONSE'],
    access: 'token',
  }),
} as const
