import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns the folders with programs, including those of servers that are not in the path of an ordinary user. */
function placesOfServers(): readonly string[] {
  const versions = '/usr/lib/postgresql'
  const postgres = existsSync(versions) ? readdirSync(versions).map((one) => join(versions, one, 'bin')) : []
  const more = ['/usr/sbin', '/usr/local/sbin']
  return [...(process.env['PATH'] ?? '').split(':'), ...more, ...postgres]
}

/** Returns the path of a program, or undefined if this machine does not have it. */
export function programOf(name: string): string | undefined {
  return placesOfServers()
    .map((place) => join(place, name))
    .find((path) => existsSync(path))
}

/** The user ID of an ordinary user, because some servers refuse to run as root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asOrdinaryUser = isRoot ? { uid: nobody, gid: nobody } : {}

/** Registers a clean-up for the end of a test, such as `onTestFinished` of the test runner. */
export type AtEnd = (clean: () => Promise<void> | void) => void

/** Creates a directory that is removed at the end of the test. */
export function serverDirectory(atEnd: AtEnd): string {
  const directory = mkdtempSync(join(tmpdir(), 'brokerdeck-server-'))
  if (isRoot) chownSync(directory, nobody, nobody)
  atEnd(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Runs a program to its end and returns its output. */
export function runProgram(path: string, args: readonly string[], input = ''): string {
  const options = { ...asOrdinaryUser, input, encoding: 'utf8', cwd: tmpdir() } as const
  const { status, stdout, stderr } = spawnSync(path, args, options)
  if (status !== 0) throw new Error(`${path} failed: ${stderr}`)
  return stdout
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

interface ProcessOptions {
  readonly atEnd: AtEnd
  readonly environment?: Readonly<Record<string, string>>
  /** Tells whether the server is ready, in addition to accepting connections; `pid` is the process that was started. */
  isReady?(pid: number): boolean
  /** The time limit until the server accepts connections, in milliseconds. Only a process that hangs reaches it. */
  readonly timeoutMs?: number
}

/**
 * Starts a process that runs until the end of the test, or until it is stopped. Resolves when it accepts connections.
 */
export async function startProcess(
  path: string,
  args: readonly string[],
  port: number,
  { atEnd, environment = {}, isReady = () => true, timeoutMs = 60_000 }: ProcessOptions,
): Promise<{ stop(signal?: NodeJS.Signals): Promise<void> }> {
  const child: ChildProcess = spawn(path, args, {
    ...asOrdinaryUser,
    stdio: 'ignore',
    cwd: tmpdir(),
    env: { ...process.env, ...environment },
  })
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    await over
  }
  atEnd(() => stop())
  const latest = Date.now() + timeoutMs
  while (!((await isListening(port)) && isReady(child.pid ?? 0))) {
    if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}`)
    if (Date.now() > latest) throw new Error(`${path} is not listening`)
    await pause(20)
  }
  return { stop }
}
