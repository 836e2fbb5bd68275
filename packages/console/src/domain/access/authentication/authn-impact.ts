import { joinSentences } from '#i18n/sentences.ts'
import { valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import type { AnyAuthenticator } from './authn-document.ts'
import { authenticator as m } from './messages.ts'

/** What of the hash makes stored ones unusable; bcrypt keeps its rounds within the hash. */
const hashPaths = ['name', 'salt_position', 'mac_fun', 'iterations', 'dk_length'].map(
  (name) => `password_hash_algorithm.${name}`,
)

/** EMQX keeps keys made by them, and asks for those of now (emqx_authn_scram_mnesia: no user has a count of its own). */
const scramPaths = ['algorithm', 'iteration_count']

/** What of a change makes users that are kept here unable to sign in, in sentences. */
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

/** Whether users that are kept here cannot sign in any more. */
export const losesUsers = (...change: Parameters<typeof describeLostUsers>): boolean =>
  describeLostUsers(...change).length > 0

/** What a change comes to for clients, and for the users that are kept here. */
export function authnImpact(
  authenticator: Pick<AnyAuthenticator, 'backend'>,
  document: ApiDocument,
  before: ApiDocument,
  /** What it does to those who are connected, where it is not as for MQTT. */
  impact: string = m.impact,
): string {
  return joinSentences(...describeLostUsers(authenticator, document, before), impact)
}

/** Only the built-in databases keep users of their own. */
export function hasUsers({ backend }: Pick<AnyAuthenticator, 'backend'>): boolean {
  return backend === 'built_in_database'
}
