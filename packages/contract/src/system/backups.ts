import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fileSchema, namedFileSchema } from '../file.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { timestamp } from '../scalars.ts'

/** `created_at` has whole seconds. The file is stored on `node`, and requests for it must name this node. */
export const backupFileSchema = v.object({
  filename: v.string(),
  node: v.string(),
  size: v.number(),
  created_at: timestamp,
  created_at_sec: v.number(),
})
export type BackupFile = v.InferOutput<typeof backupFileSchema>

/** The possible names in `table_sets`; a broker of another version may have more. */
export const tableSets = [
  'api_keys',
  'banned',
  'builtin_authn',
  'builtin_authz',
  'builtin_retainer',
  'dashboard_users',
  'psk',
] as const
export type TableSet = (typeof tableSets)[number]

const params = v.object({ filename: v.string() })
/** By default, the responding node looks for the file in its own storage. */
const node = v.optional(v.string())

/** The timeout in milliseconds; a broker may take minutes to write or read an archive. */
export const backupTimeoutMs = 600_000

export const backups = {
  /** Lists the files of all running nodes, the newest first. */
  list: endpoint({
    method: 'GET',
    path: '/data/files',
    query: v.object(pageQuery),
    response: { 200: pageSchema(backupFileSchema) },
    errors: [],
    access: 'token',
  }),
  /**
   * Exports everything, or only the given tables and configuration roots. A name that the broker does not know is
   * rejected.
   */
  create: endpoint({
    method: 'POST',
    path: '/data/export',
    refreshes: ['/data/files'],
    body: v.strictObject({
      table_sets: v.optional(v.array(v.string())),
      root_keys: v.optional(v.array(v.string())),
    }),
    response: { 200: backupFileSchema },
    errors: [],
    access: 'token',
  }),
  /**
   * The upload already checks name, META and configuration; the file must keep the name with which its archive was
   * created.
   */
  upload: endpoint({
    method: 'POST',
    path: '/data/files',
    refreshes: ['/data/files'],
    sends: 'form',
    body: v.object({ filename: v.optional(namedFileSchema) }),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  download: endpoint({
    method: 'GET',
    path: '/data/files/:filename',
    params,
    query: v.object({ node }),
    gives: 'file',
    response: { 200: fileSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/data/files/:filename',
    refreshes: ['/data/files'],
    params,
    query: v.object({ node }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** An error response names the parts that failed; all other parts have been applied. */
  restore: endpoint({
    method: 'POST',
    path: '/data/import',
    refreshes: 'everything',
    body: v.strictObject({ filename: v.string(), node }),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
} as const
