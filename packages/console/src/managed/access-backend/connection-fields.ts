import { accessBackend as m } from './messages.ts'

/** What several back ends ask for, said alike for all of them. */

export const poolSize = {
  path: 'pool_size',
  label: m.poolSize,
  help: m.poolSizeHelp,
  isAdvanced: true,
} as const

export const serverField = { path: 'server', label: m.server } as const

export const serversField = { path: 'servers', label: m.servers, help: m.serversHelp } as const

export const databaseName = { path: 'database', label: m.database, isCode: true } as const

export const usernameField = {
  path: 'username',
  label: m.username,
  isCode: true,
  isOmittedEmpty: true,
} as const

export const passwordField = { path: 'password', label: m.password, isOmittedEmpty: true } as const
