import { needing } from '@brokerdeck/contract/testing/needing.ts'
import { onTestFinished } from 'vitest'
import { type Database, databasePrograms, databaseServer } from './database-process.ts'

/** The names of the missing programs, as they are called in packages. */
const programNames: Readonly<Record<Database, string>> = {
  redis: 'redis-server',
  postgresql: 'postgresql',
  mysql: 'mariadbd',
  clickhouse: 'clickhouse-server',
  ldap: 'slapd',
}

/** Declares a test with such a server: if the machine has no such server, the test counts as skipped, not as passed. */
export const testWith = (database: Database) =>
  needing(programNames[database], databasePrograms[database] !== undefined)

/** Starts an empty server of this machine on a port of its own, which runs until the end of the test. */
export const startDatabase = (database: Database, entries = '') =>
  databaseServer(database, onTestFinished, entries)
