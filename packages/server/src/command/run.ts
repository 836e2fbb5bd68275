import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '#broker-client/broker-session.ts'
import type { CheckOptions } from '#check/run-check.ts'
import type { ClusterAccess } from '#compare/open-cluster.ts'
import { runApply } from '#compare/run-apply.ts'
import { runDiff } from '#compare/run-diff.ts'
import { runExport } from '#compare/run-export.ts'
import { runUndo } from '#compare/run-undo.ts'
import type { HealthOptions } from '#health/run-health.ts'
import { StartError } from '#lib/start-error.ts'
import type { Asker } from '#options/asker.ts'
import type {
  ApplyCommand,
  ClusterToRead,
  DiffCommand,
  ExportCommand,
  UndoCommand,
} from '#options/compare-options.ts'
import { describeGroup } from '#options/declared-options.ts'
import type { HealthCommand } from '#options/health-options.ts'
import {
  type CheckCommand,
  type Command,
  describeOptions,
  parseOptions,
  type ServeOptions,
} from '#options/options.ts'
import { type OpenSource, type RunningServer, startServer } from '#site/start-server.ts'
import { dropIn } from './drop-in.ts'
import { type PasswordInput, readPassword, readTypedLine } from './read-password.ts'

const usage = `Brokerdeck: a web console for clusters of EMQX 5.8

Usage
  brokerdeck [options]                          console with an embedded broker to try it on
  brokerdeck --broker URL [options]             console for a cluster
  brokerdeck --config FILE                      console for several: clusters by name, see docs/clusters.md
  brokerdeck check --broker URL --user NAME     asks a broker every question the console asks
  brokerdeck health --broker URL --user NAME    runs the checks of the Health page: 0 fine, 1 not, 2 can't tell
  brokerdeck export --broker URL --user NAME    writes the configuration of a cluster as YAML, without secrets
  brokerdeck diff --broker URL --user NAME FROM compares it with an export, a backup or another cluster
  brokerdeck apply --broker URL --user NAME FROM sends what differs, and keeps a log
  brokerdeck undo --broker URL --user NAME LOG  takes back what that log says was done
  brokerdeck config [options]                   prints which options hold, and where each comes from
  brokerdeck drop-in DIR [--restore]            puts the console into EMQX's own dashboard folder, or takes it out

Every option is also a variable (BROKERDECK_BASE_PATH) and a key of the file that --config names (base-path).
Flags come before variables, variables before the file.

Console
${describeGroup('Console')}

Cluster
${describeGroup('Cluster')}

Health in the background
${describeGroup('Health in the background')}

Embedded broker
${describeGroup('Embedded broker')}

Check, health, export, diff, apply and undo
${describeGroup('Check')}

Health
${describeGroup('Health')}

Export, diff and apply
${describeGroup('Export, diff and apply')}

Apply and undo
${describeGroup('Apply and undo')}

Drop-in
${describeGroup('Drop-in')}

${describeGroup('All')}
`

/** Holds what the process provides to the command. */
export interface CommandEnvironment {
  readonly version: string
  readonly consoleDir: string
  readonly input: PasswordInput
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  /** Like `out`, but resolves when the text has been written. */
  readonly print: (text: string) => Promise<void>
  readonly err: (text: string) => void
  /** True if the output goes to a terminal that shows colours. */
  readonly hasColours: boolean
  readonly openSource: OpenSource
  readonly check: (options: CheckOptions) => Promise<number>
  readonly health: (options: HealthOptions) => Promise<number>
  /** Resolves when the process is told to end. With `isPatient` the shutdown has no time limit. */
  readonly untilStopped: (how?: { readonly isPatient: boolean }) => Promise<void>
}

async function serve(options: ServeOptions, around: CommandEnvironment): Promise<number> {
  const stopped = around.untilStopped()
  const server = await startServer(options, {
    ...around,
    report: (line) => around.err(`${line}\n`),
    log: (line) => around.out(`${line}\n`),
  })
  around.out(greeting(around.version, server, options.source.kind === 'embedded'))
  await stopped
  around.out('Stopping.\n')
  await server.close()
  return 0
}

async function check(command: CheckCommand, around: CommandEnvironment): Promise<number> {
  const { asker, insecureTls, ca } = command
  const access = await openOwnAccess(asker, around, 'check')
  const broker = command.broker.href.replace(/\/$/, '')
  return around.check({ broker, access, insecureTls, ca, write: around.out })
}

const openOwnAccess = (asker: Asker, { environment, input, err }: CommandEnvironment, command: string) =>
  openAccess(asker, {
    password: () => readPassword(environment['BROKERDECK_PASSWORD'], input, err, command),
    err,
  })

async function examine(command: HealthCommand, around: CommandEnvironment): Promise<number> {
  const { brokers, asker, watchSeconds, ...rest } = command
  const { err, print, hasColours } = around
  const access = await openOwnAccess(asker, around, 'health')
  return around.health({
    ...rest,
    access,
    brokers: brokers.map(({ href }) => href.replace(/\/$/, '')),
    hasColours,
    waitForSecondLook: watchSeconds === 0 ? undefined : () => sleep(watchSeconds * 1000),
    print,
    err,
  })
}

const reach = ({ broker, asker: _, ...trust }: ClusterToRead, access: Access): ClusterAccess => ({
  broker: broker.href.replace(/\/$/, ''),
  access,
  ...trust,
})

const openOwn = async (cluster: ClusterToRead, around: CommandEnvironment, command: string) =>
  reach(cluster, await openOwnAccess(cluster.asker, around, command))

/**
 * Asks for the password on the terminal only: the first line of standard input is the password for the other cluster.
 */
const openFrom = async (cluster: ClusterToRead, { environment, input, err }: CommandEnvironment) => {
  const password = async () => {
    const given = environment['BROKERDECK_FROM_PASSWORD'] ?? ''
    if (given !== '' || input.isTTY === true) return await readPassword(given, input, err)
    throw new StartError(
      'MISSING_PASSWORD',
      '--from-user needs a password: BROKERDECK_FROM_PASSWORD or the terminal',
    )
  }
  return reach(cluster, await openAccess(cluster.asker, { password, err }))
}

async function exportCluster(command: ExportCommand, around: CommandEnvironment): Promise<number> {
  const access = await openOwn(command.cluster, around, 'export')
  return await runExport({ ...command, cluster: access, write: around.print, note: around.err })
}

async function diff(
  { cluster, from, kinds, format }: DiffCommand,
  around: CommandEnvironment,
): Promise<number> {
  const access = await openOwn(cluster, around, 'diff')
  const other = 'path' in from ? from : await openFrom(from, around)
  const { print: write, hasColours: isColoured } = around
  return await runDiff({ cluster: access, from: other, kinds, format, isColoured, write })
}

const allowing = ({ input, err, untilStopped }: CommandEnvironment) => ({
  untilStopped: () => untilStopped({ isPatient: true }),
  question:
    input.isTTY === true
      ? async (text: string) => {
          err(text)
          return await readTypedLine(input)
        }
      : undefined,
})

async function apply(command: ApplyCommand, around: CommandEnvironment): Promise<number> {
  const access = await openOwn(command.cluster, around, 'apply')
  const { from } = command
  const other = 'path' in from ? from : await openFrom(from, around)
  const { print: write, err: note, environment } = around
  return await runApply({
    ...command,
    cluster: access,
    from: other,
    environment,
    write,
    note,
    ...allowing(around),
  })
}

async function undo(command: UndoCommand, around: CommandEnvironment): Promise<number> {
  const access = await openOwn(command.cluster, around, 'undo')
  return await runUndo({
    ...command,
    cluster: access,
    write: around.print,
    note: around.err,
    ...allowing(around),
  })
}

async function obey(command: Command, around: CommandEnvironment): Promise<number> {
  switch (command.kind) {
    case 'help':
      around.out(usage)
      return 0
    case 'version':
      around.out(`${around.version}\n`)
      return 0
    case 'check':
      return check(command, around)
    case 'health':
      return examine(command, around)
    case 'export':
      return exportCluster(command, around)
    case 'diff':
      return diff(command, around)
    case 'apply':
      return apply(command, around)
    case 'undo':
      return undo(command, around)
    case 'config':
      around.out(describeOptions(command))
      return 0
    case 'drop-in':
      for (const text of await dropIn(command, around.consoleDir, around.version)) around.out(`${text}\n`)
      return 0
    case 'serve':
      return serve(command.options, around)
  }
}

/** Resolves with the exit code: 2 for problems that the operator can fix, 1 for a failed check or an internal error. */
export async function run(argv: readonly string[], around: CommandEnvironment): Promise<number> {
  try {
    return await obey(parseOptions(argv, around.environment), around)
  } catch (error) {
    if (error instanceof StartError) {
      around.err(`brokerdeck: ${error.message}\n`)
      return 2
    }
    around.err(`brokerdeck: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return 1
  }
}

function line(label: string, text: string): string {
  const indented = text.split('\n').join(`\n${' '.repeat(12)}`)
  return `  ${label.padEnd(10)}${indented}`
}

/** Returns the text that the operator reads once all servers listen. */
function greeting(version: string, server: RunningServer, isEmbedded: boolean): string {
  return [
    '',
    `Brokerdeck ${version}`,
    '',
    line('Console', server.url),
    ...server.facts.map(([label, text]) => line(label, text)),
    '',
    ...(isEmbedded
      ? [
          '  To administer a cluster: brokerdeck --broker http://HOST:18083',
          '  (npm start -- --broker http://HOST:18083)',
        ]
      : []),
    '  Ctrl+C stops it.',
    '',
  ].join('\n')
}

/** Reads a password only for a user: an API key needs none. */
async function openAccess(
  asker: Asker,
  { password, err }: { readonly password: () => Promise<string>; readonly err: (text: string) => void },
): Promise<Access> {
  if ('user' in asker) return { username: asker.user, password: await password() }
  for (const warning of asker.warnings) err(`brokerdeck: ${warning}\n`)
  return { apiKey: asker.apiKey }
}
