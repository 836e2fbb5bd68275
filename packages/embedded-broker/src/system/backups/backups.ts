import { backupParts, backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { type HoconObject, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import * as v from 'valibot'
import { type Certificates, keptRoot } from '../../certificates/certificates.ts'
import { isPem } from '../../certificates/pem-text.ts'
import type { Config } from '../../config/config.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'
import type { Store } from '../../storage/store.ts'
import { BackupError } from './backup-error.ts'
import type { BackupFiles, StoredBackup } from './backup-files.ts'
import { folderOrRefuse, newBackupName } from './backup-name.ts'
import { makeArchive } from './make-archive.ts'
import { type Archive, openArchive, type Recipient, unparsable } from './open-archive.ts'
import type { StoredTable } from './stored-table.ts'

const recordsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.unknown()])))

interface BackupsDeps {
  readonly files: BackupFiles
  readonly store: Store
  readonly config: Config
  readonly certificates: Certificates
  readonly tables: readonly StoredTable[]
  readonly self: Recipient
  readonly now: () => number
}

/** All tables unless some are named; likewise for the roots of the configuration. */
export interface BackupSelection {
  readonly tableSets?: readonly string[] | undefined
  readonly roots?: readonly string[] | undefined
}

/** Creates, stores and applies backups. Every refusal is a `BackupError`. */
export class Backups {
  readonly #parts: BackupsDeps

  constructor(parts: BackupsDeps) {
    this.#parts = parts
  }

  list(node: string): Promise<readonly StoredBackup[]> {
    return this.#parts.files.list(node)
  }

  read(node: string, filename: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    folderOrRefuse(filename)
    return this.#parts.files.read(node, filename)
  }

  remove(node: string, filename: string): Promise<boolean> {
    folderOrRefuse(filename)
    return this.#parts.files.remove(node, filename)
  }

  async create(node: string, { tableSets, roots }: BackupSelection): Promise<StoredBackup> {
    const { files, store, certificates, self, now } = this.#parts
    const tables = this.#listChosenTables(tableSets)
    const hocon = this.#printChosenConfig(roots)
    // Certificate files are included only with the listeners, which refer to them.
    const pems = roots === undefined || roots.includes('listeners') ? certificates.files() : []
    for (let at = now(); ; at++) {
      const folder = newBackupName(at)
      const bytes = await makeArchive({ folder, from: self, now: at, hocon, tables, store, pems })
      const filename = `${folder}${backupSuffix}`
      if (await files.write(node, filename, bytes)) return { filename, size: bytes.length, createdAt: at }
    }
  }

  async upload(node: string, filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#open(filename, await openArchive(filename, bytes, this.#parts.self))
    if (!(await this.#parts.files.write(node, filename, bytes))) {
      throw new BackupError(`Backup file "${filename}" already exists`)
    }
  }

  /** Applies all parts that can be applied, and then throws for the rest. */
  async restore(node: string, filename: string): Promise<void> {
    const bytes = await this.read(node, filename)
    if (bytes === undefined) throw new BackupError('backup file not found')
    const archive = await openArchive(filename, bytes, this.#parts.self)
    const document = this.#open(filename, archive)
    await this.#restoreCertificates(archive)
    const failures = [...(await this.#restoreTables(archive)), ...(await this.#restoreConfig(document))]
    if (failures.length > 0) throw new BackupError(failures.join(''))
  }

  /** Returns the validated configuration of an archive. */
  #open(filename: string, archive: Archive): HoconObject {
    const parsed = parseHocon(archive.config)
    if ('error' in parsed) throw unparsable(filename, parsed.error)
    refuseBadConfig(parsed.value, this.#parts.config)
    return parsed.value
  }

  /** Restores the certificates before the settings that refer to them. */
  async #restoreCertificates({ files }: Archive): Promise<void> {
    for (const [path, { data }] of files) {
      if (!path.startsWith(keptRoot)) continue
      const pem = new TextDecoder().decode(data)
      if (isPem(pem)) await this.#parts.certificates.takeBack(path, pem)
    }
  }

  async #restoreTables({ contents, files }: Archive): Promise<readonly string[]> {
    const failures: string[] = []
    for (const set of contents.tableSets) {
      const table = this.#parts.tables.find((one) => one.set === set)
      const entry = files.get(`${backupParts.tables}${set}.json`)
      const reason =
        table === undefined || entry === undefined
          ? 'only EMQX can read or use it'
          : await restoreTable(table, new TextDecoder().decode(entry.data), this.#parts.store)
      if (reason !== undefined) failures.push(formatFailure(`table set: "${set}"`, reason))
    }
    return failures
  }

  async #restoreConfig(document: HoconObject): Promise<readonly string[]> {
    const failures: string[] = []
    for (const root of Object.keys(document)) {
      const reason = await restoreRoot(root, document, this.#parts.config)
      if (reason !== undefined) failures.push(formatFailure(`config path: "${root}"`, reason))
    }
    return failures
  }

  #listChosenTables(sets: readonly string[] | undefined): readonly StoredTable[] {
    const { tables } = this.#parts
    const unknown = (sets ?? []).filter((set) => !tables.some((table) => table.set === set))
    if (unknown.length > 0) throw new BackupError(`Invalid table sets: ${unknown.join(', ')}`)
    return sets === undefined ? tables : tables.filter(({ set }) => sets.includes(set))
  }

  #printChosenConfig(roots: readonly string[] | undefined): string {
    const { config } = this.#parts
    // A backup does not contain the `cluster` root.
    const known = config.names().filter((root) => root !== 'cluster')
    const unknown = (roots ?? []).filter((root) => !known.includes(root))
    if (unknown.length > 0) throw new BackupError(`Invalid root keys: ${unknown.join(', ')}`)
    const chosen = known.filter((root) => roots === undefined || roots.includes(root))
    return printHocon(Object.fromEntries(chosen.map((root) => [root, config.document(root)])))
  }
}

const formatFailure = (part: string, reason: string): string =>
  `Failed to import the following ${part}, reason: ${reason}\n`

/**
 * Stores the records of an archive over those of the store; other records stay, as in EMQX. Stores all records or
 * none: records that this broker could not read at its next start are not stored. Returns the error.
 */
async function restoreTable(
  table: StoredTable,
  json: string,
  store: Pick<Store, 'put'>,
): Promise<string | undefined> {
  const records = v.safeParse(recordsSchema, json)
  if (!records.success) return v.summarize(records.issues)
  for (const [key, value] of records.output) {
    const checked = v.safeParse(table.schema, value)
    if (!checked.success) return `record ${JSON.stringify(key)}: ${v.summarize(checked.issues)}`
  }
  await Promise.all(records.output.map(([key, value]) => store.put(table.kind, key, value)))
  table.reload()
  return undefined
}

/**
 * Throws if the configuration contains a value that the broker refuses; roots that only EMQX knows are checked later.
 */
function refuseBadConfig(document: HoconObject, config: Config): void {
  for (const root of config.names()) {
    const given = document[root]
    if (given === undefined) continue
    try {
      config.check(root, given, { at: [root], beside: document })
    } catch (error) {
      throw error instanceof ApiRefusal ? new BackupError(toFault(error)) : error
    }
  }
}

/** Sets a root to the value in the archive. Returns the error, so that the other roots are still restored. */
async function restoreRoot(root: string, document: HoconObject, config: Config): Promise<string | undefined> {
  if (!config.names().includes(root)) return 'the embedded broker has no such configuration'
  try {
    await config.put(root, document[root], { at: [root], beside: document })
    return undefined
  } catch (error) {
    if (error instanceof ApiRefusal) return formatRefusal(error)
    return error instanceof Error ? error.message : String(error)
  }
}

function getMessage({ body }: ApiRefusal): unknown {
  return typeof body === 'object' && body !== null && 'message' in body ? body.message : body
}

function formatRefusal(refusal: ApiRefusal): string {
  const message = getMessage(refusal)
  return typeof message === 'string' ? message : JSON.stringify(message)
}

/** Here the broker returns as an object what it returns elsewhere as JSON in a string. */
function toFault(refusal: ApiRefusal): unknown {
  const words = formatRefusal(refusal)
  try {
    const parsed: unknown = JSON.parse(words)
    const fault = Array.isArray(parsed) ? parsed[0] : parsed
    return { ...fault, schema_module: 'emqx_conf_schema' }
  } catch {
    // The text is not JSON and is returned unchanged.
    return words
  }
}
