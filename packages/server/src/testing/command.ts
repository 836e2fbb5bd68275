import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunningCommand {
  readonly process: ChildProcess
  readonly url: string
  readonly out: string
  readonly ended: Promise<Ended>
}

/** Bundles the command beside a small console, in the layout of the build. */
export async function bundleCommand(): Promise<{
  readonly file: string
  readonly remove: () => Promise<void>
}> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-command-'))
  await mkdir(join(dir, 'console'))
  await writeFile(join(dir, 'console/index.html'), '<head><!--brokerdeck-head--></head>')
  const bundler = fileURLToPath(new URL('../../../../scripts/bundle-server.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [bundler, join(dir, 'brokerdeck.mjs')])
  return { file: join(dir, 'brokerdeck.mjs'), remove: () => rm(dir, { recursive: true }) }
}

export async function makeDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-data-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Starts the command; the caller may end it. */
export function launchCommand(file: string, argv: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [file, ...argv], { env: { ...process.env, ...environment } })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    text.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text.err += chunk.toString()
  })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...text })))
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
    await ended
  })
  return { child, text, ended }
}

/** Runs the command to its end; `input` is the typed input. */
export function runCommand(
  file: string,
  argv: readonly string[],
  {
    input = '',
    environment = {},
  }: { readonly input?: string; readonly environment?: Record<string, string> } = {},
): Promise<Ended> {
  const { child, ended } = launchCommand(file, argv, environment)
  child.stdin.end(input)
  return ended
}

/** Starts the command, which runs until it is told to stop; resolves when it listens. */
export async function startCommand(file: string, argv: readonly string[]): Promise<RunningCommand> {
  const { child, text, ended } = launchCommand(file, argv, {})
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /Console +(\S+).*Ctrl\+C/s.exec(text.out)?.[1]
      if (found !== undefined) resolve(found)
    })
    ended.then(({ err }) => reject(new Error(`it ended: ${err}`)), reject)
  })
  return { process: child, url, out: text.out, ended }
}
