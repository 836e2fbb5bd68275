import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { endCommand, findAddresses, OPERATOR, readUntilReady } from '../e2e/start-brokerdeck.ts'

const BUILT_COMMAND = join(import.meta.dirname, '../dist/brokerdeck.mjs')

const bytes = v.number()
const memorySchema = v.object({
  rss: bytes,
  peakRss: bytes,
  heapUsed: bytes,
  heapTotal: bytes,
  external: bytes,
  arrayBuffers: bytes,
})

type Memory = v.InferOutput<typeof memorySchema>

/** The built command with an empty broker of one node that reports its memory usage. */
export interface MeasuredBroker {
  readonly url: string
  readonly tcp: string
  /**
   * Returns the memory usage: as it is, after a garbage collection, or after a collection with a heap snapshot in a
   * file.
   */
  readMemory(how: 'now' | 'collected' | { readonly snapshot: string }): Promise<Memory>
  stop(): Promise<void>
}

export async function startMeasuredBroker(): Promise<MeasuredBroker> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-soak-'))
  const telling = new URL('tell-memory.mjs', import.meta.url).href
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      `--import=${telling}`,
      BUILT_COMMAND,
      '--port=0',
      '--mqtt-port=0',
      '--ws-port=0',
      '--nodes=1',
      '--no-sample-fleet',
      '--edition=enterprise',
      `--data-dir=${dataDir}`,
      `--admin-password=${OPERATOR.password}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  const { url, tcp } = findAddresses(await readUntilReady(child))
  const [address = ''] = tcp
  return {
    url,
    tcp: address,
    readMemory: (how) => askForMemory(child, typeof how === 'string' ? how : how.snapshot),
    async stop() {
      await endCommand(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function askForMemory(child: ChildProcess, asked: string): Promise<Memory> {
  return new Promise((resolve, reject) => {
    child.once('message', (told) => resolve(v.parse(memorySchema, told)))
    child.send(asked, (error) => {
      if (error) reject(error)
    })
  })
}
