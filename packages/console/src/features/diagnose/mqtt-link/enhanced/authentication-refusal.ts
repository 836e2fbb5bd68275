import type { ConnectionSettings } from '../connection-settings.ts'
import type { PageRefusal } from '../page-refusal.ts'
import { scramMethod } from './chosen-method.ts'
import { canHash } from './scram-hash.ts'

/** Why an authentication cannot even be begun. */
export function authenticationRefusal(
  settings: Pick<ConnectionSettings, 'version' | 'enhanced'>,
  hasPassword: boolean,
): PageRefusal | undefined {
  if (scramMethod(settings) === undefined) return undefined
  if (!canHash()) return 'no-hashes'
  return hasPassword ? undefined : 'no-password'
}
