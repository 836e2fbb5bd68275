import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { programOf, serverDirectory, startProcess } from './server-process.ts'

/** The program that ends with its process; the program in the path waits for another process. */
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const names = programOf('epmd')
/** The time is long, because the server first starts a virtual machine and a database of its own. */
const timeoutMs = 120_000
const isHere = programOf('rabbitmq-server') !== undefined && names !== undefined

/** Declares a test with such a server: if the machine has no such server, the test counts as skipped, not as passed. */
export const testWithRabbitmq = needing('rabbitmq-server', isHere)

/** Starts an empty server that runs until the end of the test. Resolves when it accepts connections. */
export async function startRabbitmq(): Promise<string> {
  const directory = serverDirectory(onTestFinished)
  const [port, between, ofNames] = [await freePort(), await freePort(), await freePort()]
  const plugins = join(directory, 'plugins')
  writeFileSync(plugins, '[].')
  // Erlang's servers find each other by name; a name server that they start by themselves would outlive the test.
  await startProcess(names ?? '', ['-port', String(ofNames), '-address', '127.0.0.1'], ofNames, {
    atEnd: onTestFinished,
  })
  const environment = {
    HOME: directory,
    ERL_EPMD_PORT: String(ofNames),
    // This starts the server itself, not a script that waits for it.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-noinput',
    RABBITMQ_NODENAME: `brokerdeck${port}@localhost`,
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(between),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: directory,
    RABBITMQ_LOG_BASE: directory,
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_CONFIG_FILE: join(directory, 'none'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(directory, 'none.config'),
    RABBITMQ_GENERATED_CONFIG_DIR: directory,
    RABBITMQ_PID_FILE: join(directory, 'pid'),
  }
  await startProcess(program, [], port, { atEnd: onTestFinished, environment, timeoutMs })
  return `127.0.0.1:${port}`
}
