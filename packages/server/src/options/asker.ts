import { StartError } from '#lib/start-error.ts'
import { type ApiKey, readApiKey, warnOfOpenFile } from './api-key-file.ts'
import type { GivenOption } from './declared-options.ts'
import { conflict } from './source-options.ts'

/** Who is to sign in to a broker, before the password of a user has been read. */
export type Asker =
  | { readonly user: string }
  | { readonly apiKey: ApiKey; readonly warnings: readonly string[] }

/** Every command that signs in takes a user or an API key; `missing` is what to say where there is neither. */
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
