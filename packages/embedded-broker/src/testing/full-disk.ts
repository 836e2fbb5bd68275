import { JournalFile } from '../storage/journal-file.ts'
import type { JournalDisk, OpenJournal } from '../storage/journal-writer.ts'

/**
 * Creates a disk for a journal that can be full: it writes half of the data and refuses the rest, as a real disk
 * does.
 */
export function fullDisk(): JournalDisk & { isFull: boolean } {
  const noSpace = () =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const disk = {
    isFull: false,
    open: async (path: string, size: number) => filling(await JournalFile.open(path, size)),
    create: async (path: string, records: Iterable<Buffer>) => {
      if (disk.isFull) throw noSpace()
      return filling(await JournalFile.create(path, records))
    },
  }
  function* half(records: Iterable<Buffer>): Generator<Buffer> {
    for (const record of records) {
      yield record.subarray(0, Math.ceil(record.length / 2))
      throw noSpace()
    }
  }
  const filling = (file: JournalFile): OpenJournal => ({
    get size() {
      return file.size
    },
    append: (records) => file.append(disk.isFull ? half(records) : records),
    probe: () => (disk.isFull ? file.append(half([Buffer.alloc(10)])) : file.probe()),
    read: (offset, length) => file.read(offset, length),
    close: () => file.close(),
  })
  return disk
}
