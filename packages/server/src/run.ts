import type { ApiSource } from './api-source.ts'
import { greeting } from './greeting.ts'
import { type Command, parseOptions, type ServeOptions } from './options.ts'
import { type PasswordInput, readPassword } from './read-password.ts'
import { StartError } from './start-error.ts'
import { startServer } from './start-server.ts'
import { usage } from './usage.ts'

/** What the process gives to the command. */
export interface Surroundings {
  readonly version: string
  readonly consoleDir: string
  readonly input: PasswordInput
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly openSource: (options: ServeOptions) => Promise<ApiSource>
  readonly check: (options: CheckOptions) => Promise<number>
  /** Resolves when the process is told to end. */
  readonly untilStopped: () => Promise<void>
}

export interface CheckOptions {
  readonly broker: string
  readonly user: string
  readonly password: string
  readonly insecureTls: boolean
  readonly write: (text: string) => void
}

async function serve(options: ServeOptions, around: Surroundings): Promise<number> {
  const stopped = around.untilStopped()
  const server = await startServer(options, { ...around, report: (line) => around.err(`${line}\n`) })
  around.out(greeting(around.version, server, options.source.kind === 'embedded'))
  await stopped
  around.out('Stopping.\n')
  await server.close()
  return 0
}

async function check(command: Extract<Command, { kind: 'check' }>, around: Surroundings): Promise<number> {
  const { user, insecureTls } = command
  const password = await readPassword(around.environment['BROKERDECK_PASSWORD'], around.input, around.err)
  const broker = command.broker.href.replace(/\/$/, '')
  return around.check({ broker, user, password, insecureTls, write: around.out })
}

async function obey(command: Command, around: Surroundings): Promise<number> {
  switch (command.kind) {
    case 'help':
      around.out(usage)
      return 0
    case 'version':
      around.out(`${around.version}\n`)
      return 0
    case 'check':
      return check(command, around)
    case 'serve':
      return serve(command.options, around)
  }
}

/** Resolves with the exit code: 2 for what the operator can mend, 1 for a check that failed or a fault of ours. */
export async function run(argv: readonly string[], around: Surroundings): Promise<number> {
  try {
    return await obey(parseOptions(argv), around)
  } catch (error) {
    if (error instanceof StartError) {
      around.err(`brokerdeck: ${error.message}\n`)
      return 2
    }
    around.err(`brokerdeck: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return 1
  }
}
