import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fileSchema, namedFileSchema } from '../file.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { timestamp } from '../scalars.ts'

/** `created_at` has whole seconds. The file lies on `node`, and is asked for there. */
export const backupFileSchema = v.object({
  filename: v.string(),
  node: v.string(),
  size: v.number(),
  created_at: timestamp,
  created_at_sec: v.number(),
})
export type BackupFile = v.InferOutput<typeof backupFileSchema>

/** What `table_sets` may name; a broker of another version may have more. */
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
/** Without it the node that answers looks at home. */
const node = v.optional(v.string())

/** Writing and reading an archive may take a broker minutes. */
export const backupTimeoutMs = 600_000

export const backups = {
  /** The newest first, of all nodes that run. */
  list: endpoint({
    method: 'GET',
    path: '/data/files',
    query: v.object(pageQuery),
    response: { 200: pageSchema(backupFileSchema) },
    errors: [],
    access: 'token',
  }),
  /** Everything, or only these tables and roots of the configuration. A name that the broker lacks is refused. */
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
  /** Name, META and configuration are checked here already; the file keeps the name that its archive was made with. */
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
  /** A refusal names the parts that failed; all others have been applied. */
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
