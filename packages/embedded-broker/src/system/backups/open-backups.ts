import { join } from 'node:path'
import { type TableSet, tableSets } from '@brokerdeck/contract/system/backups.ts'
import * as v from 'valibot'
import { storedAuthnUsers } from '../../access/authentication/authn-users.ts'
import { storedBuiltInRules } from '../../access/authorization/built-in-rules.ts'
import { storedBans } from '../../access/banned/banned.ts'
import { version } from '../../broker/node-info.ts'
import type { Piece, Pieces } from '../../http/api-resource.ts'
import { messageToRecord, storedMessageSchema } from '../../mqtt/message-record.ts'
import { wholeRecords } from '../../mqtt/whole-records.ts'
import { readRecords } from '../../storage/read-records.ts'
import { storedApiKeys } from '../api-keys/api-keys.ts'
import { storedUsers } from '../users/users.ts'
import { backupsInDirectory, backupsInMemory } from './backup-files.ts'
import { Backups } from './backups.ts'
import type { StoredTable } from './stored-table.ts'

/** Whose records a backup holds, and where it is put. */
export const backupPieces = [
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

/** Without a data directory the archives are kept in memory, as everything then. */
export function openBackups(pieces: Pieces<(typeof backupPieces)[number]>): Backups {
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
    // As META says it, without the word that tells this broker from EMQX.
    self: { isEnterprise: edition === 'enterprise', version: version.replace(/-.*/, '') },
    now,
  })
}

/** What EMQX keeps and this broker has none of: always empty, and nothing can be put there. */
function emptyTable(set: TableSet): StoredTable {
  return { set, kind: `no-${set}`, schema: v.never(), reload: () => undefined }
}
