import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type AtEnd, programOf, runProgram, serverDirectory, startProcess } from './server-process.ts'

export interface DatabaseServer {
  /** The address of the server, such as `127.0.0.1:6379`. */
  readonly server: string
  /** Kills the server, unless a signal asks it to end by itself and to write its data. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts the server again with its data and at its address. */
  startAgain(): Promise<void>
}

/** The program of each kind that this machine has. */
export const databasePrograms = {
  redis: programOf('redis-server'),
  postgresql: programOf('initdb') === undefined ? undefined : programOf('postgres'),
  mysql: programOf('mariadbd'),
  clickhouse: programOf('clickhouse-server'),
  ldap: programOf('slapadd') === undefined ? undefined : programOf('slapd'),
}
export type Database = keyof typeof databasePrograms

/** Starts an empty server of this machine on a port of its own, which runs until the end. */
export async function databaseServer(
  database: Database,
  atEnd: AtEnd,
  entries = '',
): Promise<DatabaseServer> {
  const program = databasePrograms[database]
  if (program === undefined) throw new Error(`there is no ${database} server here`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startDatabase(database, program, atEnd, entries)
    } catch (error) {
      // A port that was free a moment ago may be in use by now; the next attempt uses another port.
      if (attempt === 3) throw error
    }
  }
}

async function startDatabase(
  database: Database,
  program: string,
  atEnd: AtEnd,
  entries: string,
): Promise<DatabaseServer> {
  const directory = serverDirectory(atEnd)
  const port = await freePort()
  const args = argumentsOf(database, directory, port, entries)
  const isReady = database === 'postgresql' ? (pid: number) => isPostgresqlReady(directory, pid) : () => true
  const start = () => startProcess(program, args, port, { atEnd, isReady })
  let running = await start()
  return {
    server: `127.0.0.1:${port}`,
    stop: (signal) => running.stop(signal),
    async startAgain() {
      // A killed process may still lock its files for a moment.
      for (let attempt = 1; ; attempt++) {
        try {
          running = await start()
          return
        } catch (error) {
          if (attempt === 20) throw error
          await pause(200)
        }
      }
    },
  }
}

/**
 * PostgreSQL accepts and refuses connections while it is still starting; the eighth line of this file tells when it
 * is ready.
 */
function isPostgresqlReady(directory: string, pid: number): boolean {
  const file = join(directory, 'postmaster.pid')
  if (!existsSync(file)) return false
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

function argumentsOf(
  database: Database,
  directory: string,
  port: number,
  entries: string,
): readonly string[] {
  switch (database) {
    case 'redis':
      return ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory]
    case 'postgresql':
      runProgram(programOf('initdb') ?? '', ['-D', directory, '-U', 'postgres', '-A', 'trust', '--no-sync'])
      return ['-D', directory, '-p', String(port), '-h', '127.0.0.1', '-k', directory, '-F']
    case 'mysql': {
      // The server runs without its grant tables, so that it accepts every user.
      const files = [`--datadir=${directory}`, `--socket=${directory}/socket`, `--pid-file=${directory}/pid`]
      return ['--no-defaults', ...files, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-grant-tables']
    }
    case 'clickhouse': {
      const [file, users] = [join(directory, 'config.xml'), join(directory, 'users.xml')]
      writeFileSync(users, clickhouseUsers)
      writeFileSync(file, clickhouseConfig(directory, users, port))
      return [`--config-file=${file}`]
    }
    case 'ldap': {
      const file = join(directory, 'slapd.conf')
      writeFileSync(file, ldapConfig(directory))
      runProgram(programOf('slapadd') ?? '', ['-f', file, '-q'], entries)
      return ['-f', file, '-h', `ldap://127.0.0.1:${port}`, '-d', '0']
    }
  }
}

const clickhouseUsers =
  '<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>' +
  '<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>'

const clickhouseConfig = (directory: string, users: string, port: number) =>
  '<yandex><logger><level>none</level></logger><listen_host>127.0.0.1</listen_host>' +
  `<http_port>${port}</http_port><path>${directory}/</path><tmp_path>${directory}/tmp/</tmp_path>` +
  `<users_config>${users}</users_config><default_profile>default</default_profile>` +
  '<default_database>default</default_database><mark_cache_size>10000000</mark_cache_size></yandex>'

/**
 * The configuration includes the attributes that EMQX stores in a directory; the manager is `cn=root,dc=emqx,dc=io`
 * with the password `public`.
 */
function ldapConfig(directory: string): string {
  const attribute = (number: number, name: string, kind: string) =>
    `attributetype (1.3.6.1.4.1.11.2.53.2.2.3.1.2.3.${number} NAME '${name}' EQUALITY caseIgnoreMatch ${kind})`
  const text = 'SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 USAGE userApplications'
  const topics = ['mqttPublishTopic', 'mqttSubscriptionTopic', 'mqttPubSubTopic']
  return `include /etc/ldap/schema/core.schema
${topics.map((name, at) => attribute(at + 1, name, text)).join('\n')}
attributetype (1.3.6.1.4.1.11.2.53.2.2.3.1.2.3.4 NAME 'isSuperuser' EQUALITY booleanMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.7 SINGLE-VALUE)
attributetype (1.3.6.1.4.1.11.2.53.2.2.3.1.2.3.6 NAME 'isEnabled' EQUALITY booleanMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.7 SINGLE-VALUE)
objectclass (1.3.6.1.4.1.11.2.53.2.2.3.1.2.3.5 NAME 'mqttUser' SUP top STRUCTURAL MUST uid MAY (${topics.join(' $ ')} $ userPassword $ isSuperuser $ isEnabled))
pidfile ${directory}/pid
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
suffix "dc=emqx,dc=io"
rootdn "cn=root,dc=emqx,dc=io"
rootpw public
directory ${directory}
maxsize 10485760
`
}
