import { needing } from '@brokerdeck/contract/testing/needing.ts'
import { onTestFinished } from 'vitest'
import { type Database, databasePrograms, databaseServer } from './database-process.ts'

/** What is missing where there is none, as people call it who install it. */
const programNames: Readonly<Record<Database, string>> = {
  redis: 'redis-server',
  postgresql: 'postgresql',
  mysql: 'mariadbd',
  clickhouse: 'clickhouse-server',
  ldap: 'slapd',
}

/** A test of such a server: where the machine has none it counts as skipped, not as passed. */
export const testWith = (database: Database) =>
  needing(programNames[database], databasePrograms[database] !== undefined)

/** An empty server of this machine on a port of its own until the end of the test. */
export const startDatabase = (database: Database, entries = '') =>
  databaseServer(database, onTestFinished, entries)
