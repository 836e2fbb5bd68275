import { promisify } from 'node:util'
import { type AsyncZippable, zip } from 'fflate'
import type { TraceLog } from './trace-log.ts'

interface NamedLog {
  readonly name: string
  readonly log: TraceLog
}

const zipped = promisify<AsyncZippable, Uint8Array<ArrayBuffer>>((files, done) => zip(files, done))

/** Undefined if there is nothing to zip. It is done beside the broker's work: logs may be long. */
export async function zipLogs(logs: readonly NamedLog[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (logs.length === 0) return undefined
  const read = await Promise.all(
    logs.map(async ({ name, log }) => [name, await log.read(0, log.size)] as const),
  )
  return await zipped(Object.fromEntries(read))
}
