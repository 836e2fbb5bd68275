import { join } from 'node:path'
import { type BackupFile, backups, type TableSet, tableSets } from '@brokerdeck/contract/system/backups.ts'
import * as v from 'valibot'
import { storedAuthnUsers } from '../../access/authentication/authn-users.ts'
import { storedBuiltInRules } from '../../access/authorization/built-in-rules.ts'
import { storedBans } from '../../access/banned/banned.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Piece, Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import { version } from '../../monitoring/nodes/node-info.ts'
import { answeringNode, runningNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import { messageToRecord, storedMessageSchema } from '../../mqtt/persistence/message-record.ts'
import { wholeRecords } from '../../mqtt/persistence/whole-records.ts'
import { readRecords } from '../../storage/read-records.ts'
import { storedApiKeys } from '../api-keys/api-keys.ts'
import { storedUsers } from '../users/users.ts'
import { BackupError } from './backup-error.ts'
import { backupsInDirectory, backupsInMemory, type StoredBackup } from './backup-files.ts'
import { Backups } from './backups.ts'
import type { StoredTable } from './stored-table.ts'

/** The parts whose records a backup contains, and the parts that store it. */
const backupPieces = [
  'apiKeys',
  'authentication',
  'authorization',
  'banned',
  'certificates',
  'cluster',
  'config',
  'dataDir',
  'edition',
  'now',
  'store',
  'users',
] as const satisfies readonly Piece[]

type BackupsApiDeps = Pieces<'cluster'>

function toJson(node: string, { filename, size, createdAt }: StoredBackup): BackupFile {
  const seconds = Math.floor(createdAt / 1000)
  return { filename, node, size, created_at: formatSeconds(seconds), created_at_sec: seconds }
}

/** Sorts the latest file first, and files of the same second by name. */
function isBefore(a: BackupFile, b: BackupFile): number {
  return b.created_at_sec - a.created_at_sec || (b.filename < a.filename ? -1 : 1)
}

function nodeOrRefuse({ cluster }: BackupsApiDeps, name: string | undefined): string {
  const node = name === undefined ? answeringNode(cluster) : runningNode(cluster, name)
  if (node === undefined) throw refusal(400, 'BAD_REQUEST', `Unknown node: ${name ?? ''}`)
  return node.name
}

/** Runs work that may throw a `BackupError`. */
async function attempt<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    throw new ApiRefusal(400, { code: 'BAD_REQUEST', message: error.said })
  }
}

const notFound = () => refusal(404, 'NOT_FOUND', 'backup file not found')

export const backupsApi = apiResource({
  endpoints: backups,
  uses: [...backupPieces],
  state: (pieces) => ({ backups: openBackups(pieces) }),
  handlers: {
    async list({ query }, { cluster, backups }) {
      const files = await Promise.all(
        runningNodes(cluster).map(async ({ name }) =>
          (await backups.list(name)).map((file) => toJson(name, file)),
        ),
      )
      return { status: 200, body: toPage(files.flat().sort(isBefore), query, (file) => file) }
    },

    async create({ body: { table_sets, root_keys } }, call) {
      const node = nodeOrRefuse(call, undefined)
      const selection = { tableSets: table_sets, roots: root_keys }
      const made = await attempt(() => call.backups.create(node, selection))
      return { status: 200, body: toJson(node, made) }
    },

    async upload({ body: { filename: file } }, call) {
      if (file === undefined) throw refusal(400, 'BAD_REQUEST', 'Missing required parameter: filename')
      const bytes = new Uint8Array(await file.arrayBuffer())
      await attempt(() => call.backups.upload(nodeOrRefuse(call, undefined), file.name, bytes))
      return { status: 204, body: undefined }
    },

    async download({ params: { filename }, query }, call) {
      const node = nodeOrRefuse(call, query.node)
      const bytes = await attempt(() => call.backups.read(node, filename))
      if (bytes === undefined) throw notFound()
      return { status: 200, body: new Blob([bytes]) }
    },

    async remove({ params: { filename }, query }, call) {
      const node = nodeOrRefuse(call, query.node)
      if (!(await attempt(() => call.backups.remove(node, filename)))) throw notFound()
      return { status: 204, body: undefined }
    },

    async restore({ body: { filename, node } }, call) {
      const place = nodeOrRefuse(call, node)
      await attempt(() => call.backups.restore(place, filename))
      return { status: 204, body: undefined }
    },
  },
})

/** Without a data directory the archives are kept in memory, like all other data. */
function openBackups(pieces: Pieces<(typeof backupPieces)[number]>): Backups {
  const { store, config, certificates, cluster, users, apiKeys, banned, edition, now, dataDir } = pieces
  const { authentication, authorization } = pieces
  const own: readonly StoredTable[] = [
    { ...storedApiKeys, reload: () => apiKeys.reload() },
    { ...storedAuthnUsers, reload: () => authentication.users.reload() },
    { ...storedBans, reload: () => banned.reload() },
    { ...storedBuiltInRules, reload: () => authorization.rules.reload() },
    { ...storedUsers, reload: () => users.reload() },
    {
      set: 'builtin_retainer',
      kind: 'retained',
      schema: storedMessageSchema,
      records: () =>
        [...readRecords(wholeRecords(store), 'retained', storedMessageSchema)].map(
          ([topic, message]) => [topic, messageToRecord(message)] as const,
        ),
      reload: () => cluster.reloadRetained(),
    },
  ]
  const tables = tableSets.map((set) => own.find((table) => table.set === set) ?? emptyTable(set))
  return new Backups({
    files: dataDir === undefined ? backupsInMemory(now) : backupsInDirectory(join(dataDir, 'backup')),
    store,
    config,
    certificates,
    tables,
    // The version as META contains it, without the suffix that distinguishes this broker from EMQX.
    self: { isEnterprise: edition === 'enterprise', version: version.replace(/-.*/, '') },
    now,
  })
}

/** Creates a table that EMQX has and this broker does not: it is always empty, and no record can be stored in it. */
function emptyTable(set: TableSet): StoredTable {
  return { set, kind: `no-${set}`, schema: v.never(), reload: () => undefined }
}
