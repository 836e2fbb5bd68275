import type { Section } from '#kit/form/field.ts'
import { accessBackend as m } from '../messages/access.ts'
import { databaseName, passwordField, poolSize, serverField, usernameField } from './connection-fields.ts'

export const mysqlConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: [serverField(3306), databaseName, { ...usernameField, default: 'root' }, passwordField, poolSize],
}

export const postgresqlConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: [
    serverField(5432),
    databaseName,
    { ...usernameField, isRequired: true },
    passwordField,
    poolSize,
    {
      kind: 'toggle',
      path: 'disable_prepared_statements',
      label: m.noPrepared,
      note: m.noPreparedNote,
      default: false,
      isAdvanced: true,
    },
  ],
}
