import { mysqlBackend, postgresqlBackend } from '@brokerdeck/contract/access/backends/sql-backends.ts'
import { describedFields } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { databaseName, passwordField, poolSize, serverField, usernameField } from './connection-fields.ts'
import { accessBackend as m } from './messages.ts'

export const mysqlConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: describedFields(mysqlBackend, [serverField, databaseName, usernameField, passwordField, poolSize]),
}

export const postgresqlConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: describedFields(postgresqlBackend, [
    serverField,
    databaseName,
    usernameField,
    passwordField,
    poolSize,
    {
      path: 'disable_prepared_statements',
      label: m.noPrepared,
      note: m.noPreparedNote,
      isAdvanced: true,
    },
  ]),
}
