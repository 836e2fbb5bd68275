import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BUILT_COMMAND = join(import.meta.dirname, '../dist/brokerdeck.mjs')
export const OPERATOR = { username: 'admin', password: 'operators-own-2' } as const

const READY = 'Ctrl+C stops it.'
/** Only a command that hangs takes this long to start, however busy the machine is. */
const PATIENCE_MS = 120_000

export interface Brokerdeck {
  /** The address of the console, with a slash at its end. */
  readonly url: string
  /** The MQTT addresses, one for each node. */
  readonly tcp: readonly string[]
  readonly webSocket: readonly string[]
  stop(): Promise<void>
}

/**
 * Starts the built command as an operator does, on ports and a data directory of its own; in front of a broker, on
 * one port.
 */
export function startBrokerdeck(...options: readonly string[]): Promise<Brokerdeck> {
  return startCommand(BUILT_COMMAND, ...options)
}

/** Starts a command that is installed at another place in the same way. */
export async function startCommand(command: string, ...options: readonly string[]): Promise<Brokerdeck> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-e2e-'))
  const own = options.some((option) => option === '--broker' || option === '--config')
    ? []
    : [
        '--mqtt-port',
        '0',
        '--ws-port',
        '0',
        '--data-dir',
        dataDir,
        '--audit-log',
        join(dataDir, 'audit.jsonl'),
      ]
  const child = spawn(process.execPath, [command, '--port', '0', ...own, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return {
    ...findAddresses(await readUntilReady(child)),
    stop: async () => {
      await endCommand(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Finds the addresses that the command listens on in the text that it printed. */
export function findAddresses(printed: string): Omit<Brokerdeck, 'stop'> {
  const addresses = (pattern: RegExp) => [...printed.matchAll(pattern)].map(([address]) => address)
  const [url] = addresses(/(?<=Console\s+)http:\/\/\S+/g)
  if (!url) throw new Error(`brokerdeck printed no address:\n${printed}`)
  return { url, tcp: addresses(/\bmqtt:\/\/\S+/g), webSocket: addresses(/\bws:\/\/\S+/g) }
}

export function readUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const giveUp = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`brokerdeck ${why}:\n${printed}`))
    }
    const timer = setTimeout(() => giveUp('was not ready in time'), PATIENCE_MS)
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      if (!printed.includes(READY)) return
      clearTimeout(timer)
      resolve(printed)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => giveUp(`ended with ${code}`))
  })
}

export function endCommand(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
