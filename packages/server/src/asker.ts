import { type ApiKey, readApiKey, warnOfOpenFile } from './api-key-file.ts'
import type { Access } from './check/broker-session.ts'
import type { GivenOption } from './declared-options.ts'
import { conflict } from './source-options.ts'
import { StartError } from './start-error.ts'

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

/** A password is read only where one is needed. */
export async function openAccess(
  asker: Asker,
  { password, err }: { readonly password: () => Promise<string>; readonly err: (text: string) => void },
): Promise<Access> {
  if ('user' in asker) return { username: asker.user, password: await password() }
  for (const warning of asker.warnings) err(`brokerdeck: ${warning}\n`)
  return { apiKey: asker.apiKey }
}
