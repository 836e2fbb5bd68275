import { join } from 'node:path'
import { type TableSet, tableSets } from '@brokerdeck/contract/system/backups.ts'
import * as v from 'valibot'
import { type AuthnUsers, storedAuthnUsers } from '../../access/authentication/authn-users.ts'
import { type BuiltInRules, storedBuiltInRules } from '../../access/authorization/built-in-rules.ts'
import { type Banned, storedBans } from '../../access/banned/banned.ts'
import type { Edition } from '../../broker/edition.ts'
import { version } from '../../broker/node-info.ts'
import type { Certificates } from '../../certificates/certificates.ts'
import type { Config } from '../../config/config.ts'
import type { Cluster } from '../../mqtt/cluster.ts'
import { messageToRecord, storedMessageSchema } from '../../mqtt/message-record.ts'
import { wholeRecords } from '../../mqtt/whole-records.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { type ApiKeys, storedApiKeys } from '../api-keys/api-keys.ts'
import { storedUsers, type Users } from '../users/users.ts'
import { backupsInDirectory, backupsInMemory } from './backup-files.ts'
import { Backups } from './backups.ts'
import type { StoredTable } from './stored-table.ts'

interface Parts {
  readonly store: Store
  readonly config: Config
  readonly certificates: Certificates
  readonly cluster: Cluster
  readonly users: Users
  readonly apiKeys: ApiKeys
  readonly banned: Banned
  readonly accessRules: BuiltInRules
  readonly authnUsers: AuthnUsers
  readonly edition: Edition
  readonly now: () => number
  /** Without one the archives are kept in memory, as everything then. */
  readonly dataDir: string | undefined
}

export function openBackups(parts: Parts): Backups {
  const { store, config, certificates, cluster, users, apiKeys, banned, authnUsers, edition, now, dataDir } =
    parts
  const own: readonly StoredTable[] = [
    { ...storedApiKeys, reload: () => apiKeys.reload() },
    { ...storedAuthnUsers, reload: () => authnUsers.reload() },
    { ...storedBans, reload: () => banned.reload() },
    { ...storedBuiltInRules, reload: () => parts.accessRules.reload() },
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
