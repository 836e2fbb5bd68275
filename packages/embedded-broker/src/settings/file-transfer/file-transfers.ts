import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FileMetadata } from '@brokerdeck/contract/settings/file-transfer.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { Turns } from '../../storage/turns.ts'
import type { FileCommand } from './file-command.ts'
import { comparePaths, toPath } from './file-path.ts'
import type { TransferBytes } from './transfer-bytes.ts'
import {
  beginningKind,
  beginningSchema,
  segmentKind,
  segmentSchema,
  type TransferLimits,
  type WholeFile,
  wholeKind,
  wholeSchema,
} from './transfer-records.ts'

interface Transfer {
  readonly id: string
  readonly clientid: string
  readonly fileid: string
  metadata: FileMetadata | null
  /** The segments by the keys of their records. */
  readonly segments: Map<string, { readonly offset: number; readonly end: number }>
  /** The largest end of all segments. */
  extent: number
  touchedAt: number
}

export interface TransferOrigin {
  readonly clientid: string
  readonly fileid: string
  readonly node: string
}

interface TransfersOptions {
  readonly store: Store
  readonly bytes: TransferBytes
  readonly limits: TransferLimits
  readonly now: () => number
}

const toKey = ({ clientid, fileid }: Pick<TransferOrigin, 'clientid' | 'fileid'>) =>
  JSON.stringify([clientid, fileid])

/**
 * Holds the transfers in progress and the complete files. Acknowledged data is on disk; operations run one at a time.
 */
export class FileTransfers {
  readonly #options: TransfersOptions
  readonly #transfers = new Map<string, Transfer>()
  readonly #whole = new Map<string, WholeFile>()
  readonly #turns = new Turns()

  private constructor(options: TransfersOptions) {
    this.#options = options
  }

  static async open(options: TransfersOptions): Promise<FileTransfers> {
    const transfers = new FileTransfers(options)
    await transfers.#restore()
    return transfers
  }

  /** Executes a command; resolves with EMQX's word for the result, which is `success` if it succeeded. */
  obey(asking: TransferOrigin, command: FileCommand, payload: Buffer): Promise<string> {
    if (command.kind === 'fault') return Promise.resolve(command.word)
    return this.#turns.take(async () => {
      switch (command.kind) {
        case 'init':
          return await this.#begin(asking, command.metadata)
        case 'segment':
          return await this.#add(asking, command.offset, payload)
        case 'finish':
          return await this.#finish(asking, command)
        case 'abort': {
          const transfer = this.#transfers.get(toKey(asking))
          if (transfer !== undefined) await this.#forget(transfer)
          return 'success'
        }
      }
    })
  }

  /** Lists the files in the order of their paths, as EMQX walks through its folders. */
  list(node: string): readonly WholeFile[] {
    return [...this.#whole.values()]
      .filter((file) => file.node === node)
      .toSorted((a, b) => comparePaths(a.path, b.path))
  }

  read({ id, size }: WholeFile): Promise<Blob | undefined> {
    return this.#options.bytes.read(id, size)
  }

  /** Removes transfers in progress that have been idle for too long. */
  collect(shortest: number, longest: number): Promise<void> {
    return this.#turns.take(async () => {
      for (const transfer of [...this.#transfers.values()]) {
        const asked = transfer.metadata?.segments_ttl
        const lives = asked === undefined ? longest : Math.min(longest, Math.max(shortest, asked * 1000))
        if (transfer.touchedAt + lives < this.#options.now()) await this.#forget(transfer)
      }
    })
  }

  /** Resolves when all operations have ended. */
  async close(): Promise<void> {
    await this.#turns.over()
  }

  async #restore(): Promise<void> {
    const { store, bytes, now } = this.#options
    for (const [key, file] of readRecords(store, wholeKind, wholeSchema)) {
      this.#whole.set(key, { ...file, path: toPath(file) })
    }
    const whole = new Map([...this.#whole.values()].map(({ id, size }) => [id, size]))
    const found = new Map<string, Transfer>()
    for (const [key, { id, clientid, fileid, metadata }] of readRecords(
      store,
      beginningKind,
      beginningSchema,
    )) {
      const transfer = { id, clientid, fileid, metadata, segments: new Map(), extent: 0, touchedAt: now() }
      found.set(id, transfer)
      this.#transfers.set(key, transfer)
    }
    const strays: string[] = []
    for (const [key, { id, offset, end }] of readRecords(store, segmentKind, segmentSchema)) {
      const transfer = found.get(id)
      if (transfer === undefined) strays.push(key)
      else remember(transfer, key, { offset, end })
    }
    await Promise.all(strays.map((key) => store.remove(segmentKind, key)))
    // The file was complete, and the process ended before the records of its segments were removed.
    for (const transfer of found.values()) {
      const size = whole.get(transfer.id)
      if (size === undefined) continue
      await bytes.trim(transfer.id, size)
      await this.#forgetPieces(transfer)
    }
    await bytes.keepOnly(new Set([...whole.keys(), ...found.keys()]))
  }

  async #begin(asking: TransferOrigin, metadata: FileMetadata): Promise<string> {
    const before = this.#transfers.get(toKey(asking))
    if (before?.metadata != null) {
      return isDeepStrictEqual(before.metadata, metadata) ? 'success' : 'conflict'
    }
    if ((metadata.size ?? 0) > this.#options.limits.bytesOfOne) return 'too_large'
    const transfer = before ?? this.#open(asking)
    if (transfer === undefined) return 'quota_exceeded'
    await this.#save(transfer, metadata)
    transfer.metadata = metadata
    return 'success'
  }

  async #add(asking: TransferOrigin, offset: number, payload: Buffer): Promise<string> {
    const { limits, bytes, store } = this.#options
    const end = offset + payload.length
    if (end > limits.bytesOfOne) return 'too_large'
    const known = this.#transfers.get(toKey(asking))
    const grown = Math.max(0, end - (known?.extent ?? 0))
    if (this.#countUsed() + grown > limits.bytes) return 'enospc'
    const key = known && `${known.id}/${offset}/${end}`
    const isRepeated = key !== undefined && known?.segments.has(key) === true
    if (!isRepeated && this.#isFull(known)) return 'quota_exceeded'
    // An empty segment covers nothing and does not prolong the transfer.
    if (payload.length === 0) return 'success'
    if (known !== undefined && !(await this.#agrees(known, { offset, end }, payload))) return 'conflict'
    const transfer = known ?? this.#open(asking)
    if (transfer === undefined) return 'quota_exceeded'
    if (known === undefined) await this.#save(transfer, null)
    transfer.touchedAt = this.#options.now()
    const name = `${transfer.id}/${offset}/${end}`
    transfer.extent = Math.max(transfer.extent, end)
    await bytes.write(transfer.id, offset, payload)
    await store.put(segmentKind, name, { id: transfer.id, offset, end })
    remember(transfer, name, { offset, end })
    return 'success'
  }

  #isFull(transfer: Transfer | undefined): boolean {
    const { segments, allSegments } = this.#options.limits
    if ((transfer?.segments.size ?? 0) >= segments) return true
    let all = 0
    for (const one of this.#transfers.values()) all += one.segments.size
    return all >= allSegments
  }

  /**
   * Checks that a segment agrees with overlapping segments: all segments are written into one file, and acknowledged
   * bytes must not change.
   */
  async #agrees(
    { id, segments }: Transfer,
    { offset, end }: { readonly offset: number; readonly end: number },
    payload: Buffer,
  ): Promise<boolean> {
    for (const other of segments.values()) {
      const [from, to] = [Math.max(offset, other.offset), Math.min(end, other.end)]
      // A segment with the same range replaces the first one, as in EMQX.
      if (from >= to || (other.offset === offset && other.end === end)) continue
      const before = await (await this.#options.bytes.read(id, to))?.slice(from, to).arrayBuffer()
      const isSame =
        before !== undefined && payload.subarray(from - offset, to - offset).equals(Buffer.from(before))
      if (!isSame) return false
    }
    return true
  }

  async #finish(
    asking: TransferOrigin,
    { size, checksum }: FileCommand & { kind: 'finish' },
  ): Promise<string> {
    const { bytes, store, limits, now } = this.#options
    const { clientid, fileid, node } = asking
    const others = [...this.#whole.values()].filter(
      (one) => one.clientid === clientid && one.fileid === fileid,
    )
    const transfer = this.#transfers.get(toKey(asking))
    if (transfer === undefined && others.length > 0) return 'success'
    if (transfer?.metadata == null || !isCovered(transfer, size)) return 'incomplete'
    const { metadata } = transfer
    const key = JSON.stringify([node, clientid, fileid, metadata.name])
    const replaced = others.find((one) => one.node === node && one.metadata.name === metadata.name)
    if (replaced === undefined && this.#whole.size >= limits.files) return 'quota_exceeded'
    const found = await bytes.digest(transfer.id, size)
    const wanted = checksum ?? metadata.checksum
    if (wanted !== undefined && wanted !== found) return 'checksum_mismatch'
    const record = {
      id: transfer.id,
      node,
      clientid,
      fileid,
      size,
      at: Math.floor(now() / 1000),
      metadata: { ...metadata, checksum: found },
    }
    await store.put(wholeKind, key, record)
    this.#whole.set(key, { ...record, path: toPath(record) })
    // The file is trimmed only after its record is stored: if the record were refused, the segments would still be
    // needed.
    await bytes.trim(transfer.id, size)
    await this.#forgetPieces(transfer)
    if (replaced !== undefined) await bytes.remove(replaced.id)
    return 'success'
  }

  #open({ clientid, fileid }: TransferOrigin): Transfer | undefined {
    const { transfers, transfersOfClient } = this.#options.limits
    const own = [...this.#transfers.values()].filter((one) => one.clientid === clientid)
    if (this.#transfers.size >= transfers || own.length >= transfersOfClient) return undefined
    const id = randomBytes(16).toString('hex')
    const { now } = this.#options
    return { id, clientid, fileid, metadata: null, segments: new Map(), extent: 0, touchedAt: now() }
  }

  async #save(transfer: Transfer, metadata: FileMetadata | null): Promise<void> {
    const { id, clientid, fileid } = transfer
    await this.#options.store.put(beginningKind, toKey(transfer), { id, clientid, fileid, metadata })
    this.#transfers.set(toKey(transfer), transfer)
    transfer.touchedAt = this.#options.now()
  }

  async #forget(transfer: Transfer): Promise<void> {
    await this.#forgetPieces(transfer)
    await this.#options.bytes.remove(transfer.id)
  }

  async #forgetPieces(transfer: Transfer): Promise<void> {
    const { store } = this.#options
    await store.remove(beginningKind, toKey(transfer))
    this.#transfers.delete(toKey(transfer))
    await Promise.all([...transfer.segments.keys()].map((key) => store.remove(segmentKind, key)))
  }

  #countUsed(): number {
    let used = 0
    for (const { extent } of this.#transfers.values()) used += extent
    for (const { size } of this.#whole.values()) used += size
    return used
  }
}

function remember(transfer: Transfer, key: string, segment: { offset: number; end: number }): void {
  transfer.segments.set(key, segment)
  transfer.extent = Math.max(transfer.extent, segment.end)
}

/**
 * Returns true if a chain of segments, each beginning where another ends, reaches from the first to the last byte:
 * EMQX does not join overlapping segments.
 */
function isCovered({ segments }: Transfer, size: number): boolean {
  const reached = new Set([0])
  for (const { offset, end } of [...segments.values()].toSorted((a, b) => a.offset - b.offset)) {
    if (reached.has(offset)) reached.add(end)
  }
  return reached.has(size)
}
