import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { integerSchema, textSchema } from '../scalars.ts'

/** The kinds of keys with which the broker can check the signature of a token. */
export const gcpKeyTypes = ['RSA_PEM', 'RSA_X509_PEM', 'ES256_PEM', 'ES256_X509_PEM'] as const

/** A public key. `expires_at` is in epoch seconds; 0 never expires. */
const keySchema = v.object({ key: v.string(), key_type: v.string(), expires_at: v.number() })

/** `config` is Base64; the broker stores it as the retained message of `/devices/{deviceid}/config`. */
export const gcpDeviceSchema = v.object({
  deviceid: v.string(),
  project: v.optional(v.string(), ''),
  location: v.optional(v.string(), ''),
  registry: v.optional(v.string(), ''),
  keys: v.optional(v.array(keySchema), []),
  config: v.string(),
  /** The time of the last write in epoch seconds; missing in the response to a write. */
  created_at: v.optional(v.number()),
})
export type GcpDevice = v.InferOutput<typeof gcpDeviceSchema>

const given = {
  project: v.optional(textSchema, ''),
  location: v.optional(textSchema, ''),
  registry: v.optional(textSchema, ''),
  keys: v.optional(
    v.array(v.object({ key: textSchema, key_type: textSchema, expires_at: integerSchema(0) })),
    [],
  ),
  config: textSchema,
}

/** A device as Google’s IoT Core exported it. `blocked` is required, but the broker does not use it. */
export const gcpExportedSchema = v.object({ deviceid: textSchema, blocked: v.boolean(), ...given })
export type GcpExported = v.InferOutput<typeof gcpExportedSchema>

const params = v.object({ deviceid: v.string() })

/** Enterprise. The devices of Google’s IoT Core that `gcp_device` authenticators accept. */
export const gcpDevices = {
  list: endpoint({
    method: 'GET',
    path: '/gcp_devices',
    query: v.object(pageQuery),
    response: { 200: pageSchema(gcpDeviceSchema) },
    errors: [],
    access: 'token',
  }),
  /** Replaces devices that exist already. The broker counts failures without naming the devices. */
  importMany: endpoint({
    method: 'POST',
    path: '/gcp_devices',
    refreshes: ['/gcp_devices', '/gcp_devices/:deviceid'],
    body: v.array(gcpExportedSchema),
    response: { 200: v.object({ imported: v.number(), errors: v.number() }) },
    errors: [],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/gcp_devices/:deviceid',
    params,
    response: { 200: gcpDeviceSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Creates or replaces a device. */
  put: endpoint({
    method: 'PUT',
    path: '/gcp_devices/:deviceid',
    refreshes: ['/gcp_devices', '/gcp_devices/:deviceid'],
    params,
    body: v.object(given),
    response: { 200: gcpDeviceSchema },
    errors: [],
    access: 'token',
  }),
  /** The response is the same whether the device existed or not. */
  remove: endpoint({
    method: 'DELETE',
    path: '/gcp_devices/:deviceid',
    refreshes: ['/gcp_devices'],
    params,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
} as const
