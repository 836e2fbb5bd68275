import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { namedFileSchema } from '../file.ts'
import { rows } from '../paging.ts'

/** An upgrade in progress has neither an end nor a result yet. */
export const upgradeSchema = v.object({
  started_at: v.optional(v.string()),
  finished_at: v.optional(v.string()),
  from_vsn: v.optional(v.string()),
  target_vsn: v.optional(v.string()),
  status: v.optional(v.string()),
  result: v.optional(
    v.union([
      v.string(),
      v.looseObject({ err_type: v.optional(v.string()), details: v.optional(v.unknown()) }),
    ]),
  ),
})
export type Upgrade = v.InferOutput<typeof upgradeSchema>

export const upgradeStatusSchema = v.object({
  node: v.string(),
  status: v.picklist(['in-progress', 'idle']),
  role: v.picklist(['core', 'replicant']),
  live_connections: v.number(),
  current_vsn: v.string(),
  upgrade_history: v.optional(v.array(upgradeSchema), []),
})
export type UpgradeStatus = v.InferOutput<typeof upgradeStatusSchema>

export const relupPackageSchema = v.object({
  name: v.string(),
  target_vsn: v.string(),
  built_on_otp_release: v.optional(v.string()),
  applicable_vsns: v.optional(v.array(v.string()), []),
  build_date: v.optional(v.string()),
  /** Untrusted text from the author of the package. */
  change_logs: v.optional(v.array(v.string()), []),
  md5_sum: v.optional(v.string()),
})
export type RelupPackage = v.InferOutput<typeof relupPackageSchema>

/** A package name is like `emqx_relup-5.8.2.tar.gz`; the broker rejects every other name. */
export const relupNamePattern = /^emqx_relup-[^-]+$/
export const relupSuffix = '.tar.gz'

const node = v.object({ node: v.string() })
const started = ['/relup/status', '/relup/status/:node', '/nodes', '/nodes/:node'] as const
const upgrade = {
  method: 'POST',
  refreshes: started,
  response: { 204: null },
  access: 'token',
} as const

/** Hot upgrade: one package is uploaded at a time, then each running node is upgraded to its version. */
export const relup = {
  /** 404 while there is no package. */
  package: endpoint({
    method: 'GET',
    path: '/relup/package',
    response: { 200: relupPackageSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/relup/package',
    refreshes: ['/relup/package', ...started],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** The form field has the same name as for plugins. A second package is rejected until the first is deleted. */
  upload: endpoint({
    method: 'POST',
    path: '/relup/package/upload',
    refreshes: ['/relup/package', ...started],
    sends: 'form',
    body: v.object({ plugin: v.optional(namedFileSchema) }),
    response: { 204: null },
    errors: [
      'ALREADY_INSTALLED',
      'BAD_FORM_DATA',
      'BAD_PLUGIN_INFO',
      'BAD_REQUEST',
      'FORBIDDEN',
      'INTERNAL_ERROR',
    ],
    access: 'token',
  }),
  status: endpoint({
    method: 'GET',
    path: '/relup/status',
    response: { 200: rows(upgradeStatusSchema) },
    errors: ['INTERNAL_ERROR'],
    access: 'token',
  }),
  nodeStatus: endpoint({
    method: 'GET',
    path: '/relup/status/:node',
    params: node,
    response: { 200: upgradeStatusSchema },
    errors: ['INTERNAL_ERROR', 'NOT_FOUND'],
    access: 'token',
  }),
  /** Upgrades all running nodes at once. */
  upgradeAll: endpoint({
    ...upgrade,
    path: '/relup/upgrade',
    errors: ['BAD_REQUEST', 'INTERNAL_ERROR', 'UNEXPECTED_ERROR'],
  }),
  upgrade: endpoint({
    ...upgrade,
    path: '/relup/upgrade/:node',
    params: node,
    errors: ['BAD_REQUEST', 'INTERNAL_ERROR', 'NOT_FOUND', 'UNEXPECTED_ERROR'],
  }),
} as const
