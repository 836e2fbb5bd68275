import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Other people's servers and clients that tests talk to, by Debian's package. */
const PACKAGES = {
  'redis-server': 'redis-server',
  mariadbd: 'mariadb-server',
  'rabbitmq-server': 'rabbitmq-server',
  slapd: 'slapd',
  mosquitto_pub: 'mosquitto-clients',
}
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** @param {string} program */
const isThere = (program) => FOLDERS.some((folder) => existsSync(join(folder, program)))

/** PostgreSQL keeps its programs by version, outside of the path. */
const hasPostgresql = () => isThere('initdb') || existsSync('/usr/lib/postgresql')

/**
 * Installs what is missing where that can be done without a question: Debian, as root. Elsewhere the tests of a server
 * that is not there are skipped, or say that it is not.
 */
export function ensureTestServers() {
  const missing = [
    ...Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name])),
    ...(hasPostgresql() ? [] : ['postgresql']),
  ]
  if (missing.length === 0) return
  console.log(`missing: ${missing.join(', ')}`)
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends', ...missing],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env })
    if (status !== 0) console.error(`apt-get ${args.join(' ')} ended with ${status}`)
  }
}
