import type { Field } from '#kit/form/field.ts'
import { accessBackend as m } from '../messages/access.ts'

/** What several back ends ask for, spelled as all of them do. */

export const poolSize: Field = {
  kind: 'number',
  path: 'pool_size',
  label: m.poolSize,
  help: m.poolSizeHelp,
  min: 1,
  default: 8,
  isAdvanced: true,
}

export const serverField = (defaultPort: number): Field => ({
  kind: 'host-port',
  path: 'server',
  label: m.server,
  isRequired: true,
  defaultPort,
})

export const serversField = (defaultPort: number): Field => ({
  kind: 'host-port',
  path: 'servers',
  label: m.servers,
  help: m.serversHelp,
  isRequired: true,
  isList: true,
  defaultPort,
})

export const databaseName: Field = {
  kind: 'text',
  path: 'database',
  label: m.database,
  isRequired: true,
  isCode: true,
}

export const usernameField: Field = {
  kind: 'text',
  path: 'username',
  label: m.username,
  isCode: true,
  isOmittedEmpty: true,
}

export const passwordField: Field = {
  kind: 'secret',
  path: 'password',
  label: m.password,
  isOmittedEmpty: true,
}
