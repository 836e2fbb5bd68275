import { gunzip } from '@brokerdeck/languages/gzip.ts'
import { type HoconObject, longestHocon, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { readTar, type TarEntry } from '@brokerdeck/languages/tar.ts'

/**
 * What is in a backup archive: a gzipped tar of one folder, named like the file. `META.hocon` tells where it comes from,
 * `cluster.hocon` is the configuration, `mnesia/<table>` are tables in Erlang's own format, which only EMQX reads;
 * `tables/<table set>.json` are those of the embedded broker.
 */
export interface BackupContents {
  /** The folder; a broker refuses the archive under another file name. */
  readonly name: string
  /** Undefined if the archive does not tell. */
  readonly edition: string | undefined
  readonly version: string | undefined
  /** Epoch seconds. */
  readonly madeAt: number
  /** The configuration by root, secrets in clear; undefined if it cannot be read. */
  readonly config: HoconObject | undefined
  /** The same as it stands there; undefined if there is none. */
  readonly configText: Uint8Array | undefined
  readonly tableSets: readonly string[]
  /** Paths below the folder that are none of these: certificates, ACL files. */
  readonly otherFiles: readonly string[]
}

export const backupSuffix = '.tar.gz'
/** Unpacked. What is beyond is neither shown before the import nor taken by the embedded broker. */
export const maxBackupBytes = 256 * 1024 * 1024
export const backupParts = {
  meta: 'META.hocon',
  config: 'cluster.hocon',
  tables: 'tables/',
  mnesia: 'mnesia/',
} as const

/** Table sets by the names of the broker's own tables (backup_tables/0 in EMQX 5.8). */
const setByTable: ReadonlyMap<string, string> = new Map([
  ['emqx_banned', 'banned'],
  ['emqx_banned_rules', 'banned'],
  ['emqx_admin', 'dashboard_users'],
  ['emqx_app', 'api_keys'],
  ['emqx_authn_mnesia', 'builtin_authn'],
  ['emqx_authn_scram_mnesia', 'builtin_authn'],
  ['emqx_acl', 'builtin_authz'],
  ['emqx_psk', 'psk'],
  ['emqx_retainer_message', 'builtin_retainer'],
  ['emqx_retainer_index', 'builtin_retainer'],
  ['emqx_retainer_index_meta', 'builtin_retainer'],
])

/** Rejects with TarError, TooLarge, or what the platform says of bytes that are no gzip. */
export async function readBackup(packed: Uint8Array<ArrayBuffer>): Promise<BackupContents> {
  return describeBackup(readTar(await gunzip(packed, maxBackupBytes)))
}

export function describeBackup(entries: readonly TarEntry[]): BackupContents {
  const name = entries[0]?.name.split('/')[0] ?? ''
  const files = new Map(entries.map((entry) => [pathIn(name, entry), entry]))
  const meta = readEntryText(files.get(backupParts.meta))
  const paths = [...files.keys()]
  return {
    name,
    edition: metaValue(meta, 'edition'),
    version: metaValue(meta, 'version'),
    madeAt: Math.max(0, ...entries.map((entry) => entry.modifiedAt)),
    config: parseConfig(files.get(backupParts.config)),
    configText: files.get(backupParts.config)?.data,
    tableSets: [...new Set(paths.flatMap((path) => findTableSet(path) ?? []))],
    otherFiles: paths.filter(
      (path) => findTableSet(path) === undefined && path !== backupParts.meta && path !== backupParts.config,
    ),
  }
}

export function pathIn(folder: string, { name }: TarEntry): string {
  return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name
}

export function readEntryText(entry: TarEntry | undefined): string {
  return entry === undefined ? '' : new TextDecoder().decode(entry.data)
}

/** A small archive may hold a text of any length. */
function parseConfig(entry: TarEntry | undefined): HoconObject | undefined {
  if (entry !== undefined && entry.data.length > longestHocon) return undefined
  const parsed = parseHocon(readEntryText(entry))
  return 'value' in parsed ? parsed.value : undefined
}

function findTableSet(path: string): string | undefined {
  if (path.startsWith(backupParts.mnesia)) {
    const table = path.slice(backupParts.mnesia.length)
    return setByTable.get(table) ?? table
  }
  return path.startsWith(backupParts.tables)
    ? path.slice(backupParts.tables.length).replace(/\.json$/, '')
    : undefined
}

function metaValue(meta: string, key: 'edition' | 'version'): string | undefined {
  return new RegExp(String.raw`^\s*"?${key}"?\s*[=:]\s*"?([\w.+-]+)"?`, 'm').exec(meta)?.[1]
}

export type Compatibility = 'fits' | 'enterprise' | 'newer' | 'unknown'

/** Whether a broker takes it: none of Enterprise into the community's, none of a newer minor version. */
export function checkCompatibility(
  { edition, version }: Pick<BackupContents, 'edition' | 'version'>,
  broker: { readonly isEnterprise: boolean; readonly version: string },
): Compatibility {
  if (edition === undefined || version === undefined) return 'unknown'
  if (edition === 'ee' && !broker.isEnterprise) return 'enterprise'
  const [ours, theirs] = [parseMinorVersion(broker.version), parseMinorVersion(version)]
  if (ours === undefined || theirs === undefined) return 'unknown'
  return theirs > ours ? 'newer' : 'fits'
}

/** 5.8.9 is 5008. */
function parseMinorVersion(version: string): number | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  return major === undefined || minor === undefined ? undefined : Number(major) * 1000 + Number(minor)
}
