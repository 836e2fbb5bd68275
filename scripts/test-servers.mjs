import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The third-party servers, clients and browsers that tests talk to or drive, with their Debian packages. */
const PACKAGES = {
  'redis-server': 'redis-server',
  mariadbd: 'mariadb-server',
  'rabbitmq-server': 'rabbitmq-server',
  slapd: 'slapd',
  mosquitto_pub: 'mosquitto-clients',
}
/** Not every release of Debian has these servers, and not every system has these browsers. */
const RARE_PACKAGES = {
  influxd: 'influxdb',
  'clickhouse-server': 'clickhouse-server',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
}
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** @param {string} program */
const isThere = (program) => FOLDERS.some((folder) => existsSync(join(folder, program)))

/** Tells whether PostgreSQL is installed: it keeps its programs by version, outside of the PATH. */
const hasPostgresql = () => isThere('initdb') || existsSync('/usr/lib/postgresql')

/** Whether CI may not leave out the tests that give this reason. @param {string} reason */
export function isNeededInCi(reason) {
  const isRare = Object.keys(RARE_PACKAGES).some((program) => reason === `no ${program}`)
  return reason.startsWith('no ') && !isRare
}

/**
 * Installs missing programs where that is possible without a prompt: on Debian, as root. Elsewhere the tests of a
 * missing server are skipped, and the end of `npm test` says so.
 */
export function ensureTestServers() {
  const lacking = (packages) =>
    Object.entries(packages).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  const missing = [...lacking(PACKAGES), ...(hasPostgresql() ? [] : ['postgresql'])]
  const rare = lacking(RARE_PACKAGES)
  if (missing.length + rare.length === 0) return
  console.log(`missing: ${[...missing, ...rare].join(', ')}`)
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  runApt(['update', '-q'])
  // If one package is unknown, apt-get installs no package of the list.
  for (const names of [missing, ...rare.map((name) => [name])])
    if (names.length > 0) runApt(['install', '-qy', '--no-install-recommends', ...names])
}

/** @param {string[]} args */
function runApt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) console.error(`apt-get ${args.join(' ')} ended with ${status}`)
}
