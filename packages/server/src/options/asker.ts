import { StartError } from '#lib/start-error.ts'
import { type ApiKey, readApiKey, warnOfOpenFile } from './api-key-file.ts'
import type { GivenOption } from './declared-options.ts'
import { conflict } from './source-options.ts'

/** The credentials for signing in to a broker, before the password of a user has been read. */
export type Asker =
  | { readonly user: string }
  | { readonly apiKey: ApiKey; readonly warnings: readonly string[] }

/** Reads the credentials of a command: a user or an API key. `missing` is the error message if neither is given. */
export function readAsker(
  user: GivenOption | undefined,
  keyFile: GivenOption | undefined,
  missing: string,
): Asker {
  if (user !== undefined && keyFile !== undefined)
    throw conflict(keyFile, `and ${user.origin} exclude each other`)
  if (keyFile !== undefined) return { apiKey: readApiKey(keyFile), warnings: warnOfOpenFile(keyFile) }
  if (user === undefined || user.value === '') throw new StartError('MISSING_OPTION', missing)
  return { user: user.value }
}
