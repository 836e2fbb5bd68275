import { onTestFinished, test } from 'vitest'
import { type Database, databasePrograms, databaseServer } from './database-process.ts'

/** A test of such a server: where the machine has none it counts as skipped, not as passed. */
export const testWith = (database: Database) => test.runIf(databasePrograms[database] !== undefined)

/** An empty server of this machine on a port of its own until the end of the test. */
export const startDatabase = (database: Database, entries = '') =>
  databaseServer(database, onTestFinished, entries)
