import { backupParts } from '@brokerdeck/contract/system/backup-archive.ts'
import { gzip } from '@brokerdeck/languages/gzip.ts'
import { writeTar } from '@brokerdeck/languages/tar.ts'
import type { Store } from '../../storage/store.ts'
import type { Recipient } from './open-archive.ts'
import type { StoredTable } from './stored-table.ts'

interface ArchiveDeps {
  readonly folder: string
  readonly from: Recipient
  /** The time in milliseconds since the epoch. */
  readonly now: number
  readonly hocon: string
  readonly tables: readonly StoredTable[]
  readonly store: Pick<Store, 'all'>
  /** The certificates and keys by their paths. */
  readonly pems: Iterable<readonly [path: string, pem: string]>
}

/** Creates an archive. EMQX also reads the configuration of such an archive, but skips its tables. */
export function makeArchive(parts: ArchiveDeps): Promise<Uint8Array> {
  const { folder, from, now, hocon, tables, store, pems } = parts
  const entry = (path: string, content: string) => ({
    name: `${folder}/${path}`,
    data: new TextEncoder().encode(content),
    modifiedAt: now / 1000,
  })
  const meta = `edition = ${from.isEnterprise ? 'ee' : 'ce'}\nversion = "${from.version}"\n`
  return gzip(
    writeTar([
      entry(backupParts.meta, meta),
      entry(backupParts.config, hocon),
      ...tables.map(({ set, kind, records = () => [...store.all(kind)] }) =>
        entry(`${backupParts.tables}${set}.json`, JSON.stringify(records())),
      ),
      ...[...pems].map(([path, pem]) => entry(path, pem)),
    ]),
  )
}
