import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const authentication = {
  title: 'Authentication',
  label: 'Authenticators',
  summary: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'authenticator', other: 'authenticators' })}, checked from the top down`,
  allOff: 'All are disabled: every client can connect.',
  create: vocabulary.createAuthenticator,
  emptyTitle: 'Every client can connect',
  emptyText:
    'Without an authenticator, the broker asks no client for a password. Once you create one, the broker refuses clients that it rejects.',
  member: 'Authenticator',
  mechanism: 'Mechanism',
  total: 'Asked',
  totalDefinition: 'Authentication requests this authenticator received since the node started.',
  success: vocabulary.allowed,
  successDefinition: 'Clients this authenticator allowed.',
  failed: vocabulary.denied,
  failedDefinition:
    'Clients this authenticator refused, for example for a wrong password or an expired token.',
  nomatch: 'No match',
  nomatchDefinition: 'Clients unknown to this authenticator; the next one checks them.',
  users: 'Users',
  settings: vocabulary.settings,
  tabs: 'Parts of the authenticator',
  removeBody: 'Deleting an authenticator may let unauthorized clients connect.',
  removeUsers: (count: number | undefined, shown: string) =>
    count === undefined
      ? 'The users in the built-in database are deleted too.'
      : count === 0
        ? 'The built-in database has no users.'
        : `${plural(count, { one: 'The only user', other: `All ${shown} users` })} in the built-in database ${plural(count, { one: 'is', other: 'are' })} deleted too. This cannot be undone.`,
  disabling: 'Disabling an authenticator may affect the security of connections: it is no longer asked.',
  absentTitle: 'There is no such authenticator',
  absentText: 'It may have been deleted.',
}

export const createAuthenticator = {
  title: vocabulary.createAuthenticator,
  mechanism: 'Mechanism',
  backend: vocabulary.dataSource,
  passwordBasedAbout: 'Username or client ID and a password, compared with what a data source knows.',
  jwtAbout: 'A signed token in place of the password; the broker checks signature, claims and expiry.',
  scramAbout: 'The password never goes over the line (RFC 5802). Needs MQTT 5 clients.',
  gssapiAbout: 'Kerberos tickets, exchanged in MQTT 5 AUTH packets.',
  cinfoAbout: 'Expressions over what the client says of itself: client ID, username, certificate.',
  allAdded: 'All its data sources are in the chain already.',
  created: 'The authenticator was created.',
  impactFirst:
    'From now on clients have to prove who they are: those that no authenticator accepts are refused.',
  impact: 'Checked last, after the existing authenticators.',
}
