import { joinSentences } from '#i18n/sentences.ts'
import { valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import type { AnyAuthenticator } from './authn-document.ts'
import { authenticator as m } from './messages.ts'

/** The hash settings whose change invalidates stored hashes; bcrypt stores its rounds within the hash. */
const hashPaths = ['name', 'salt_position', 'mac_fun', 'iterations', 'dk_length'].map(
  (name) => `password_hash_algorithm.${name}`,
)

/**
 * EMQX stores keys derived with these settings and applies the current settings at login (emqx_authn_scram_mnesia:
 * users have no iteration count of their own).
 */
const scramPaths = ['algorithm', 'iteration_count']

/** Describes the changes after which users in the built-in database can no longer sign in. */
function describeLostUsers(
  authenticator: Pick<AnyAuthenticator, 'backend'>,
  document: ApiDocument,
  before: ApiDocument,
): readonly string[] {
  const isOther = (path: string) => valueAt(document, path) !== valueAt(before, path)
  if (!hasUsers(authenticator)) return []
  return [
    ...(hashPaths.some(isOther) ? [m.impactHash] : []),
    ...(scramPaths.some(isOther) ? [m.impactScram] : []),
    ...(isOther('user_id_type') ? [m.impactUserId] : []),
  ]
}

/** Returns true if users in the built-in database can no longer sign in. */
export const losesUsers = (...change: Parameters<typeof describeLostUsers>): boolean =>
  describeLostUsers(...change).length > 0

/** Describes the effect of a change on clients, and on the users in the built-in database. */
export function authnImpact(
  authenticator: Pick<AnyAuthenticator, 'backend'>,
  document: ApiDocument,
  before: ApiDocument,
  /** The effect on connected clients, if it differs from that for MQTT. */
  impact: string = m.impact,
): string {
  return joinSentences(...describeLostUsers(authenticator, document, before), impact)
}

/** Only the built-in databases store users. */
export function hasUsers({ backend }: Pick<AnyAuthenticator, 'backend'>): boolean {
  return backend === 'built_in_database'
}
