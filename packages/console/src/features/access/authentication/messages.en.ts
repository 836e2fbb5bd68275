import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Authentication',
  label: 'Authenticators',
  summary: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'authenticator', other: 'authenticators' })}, asked from the top down`,
  allOff: 'All are disabled: every client is let in.',
  create: 'Create authenticator',
  emptyTitle: 'Every client is let in',
  emptyText:
    'There is no authenticator, so the broker asks nobody for a password. With the first one, clients that it does not accept are refused.',
  builtInAbout: 'Users and passwords are kept by the broker itself.',
  sqlAbout: 'A query finds the password of the client in a table.',
  mongodbAbout: 'A filter finds the document with the password of the client.',
  redisAbout: 'A command reads the password of the client from a hash.',
  ldapAbout: 'The directory knows the password of the client.',
  httpAbout: 'A service of yours is asked and answers allow, deny or ignore.',
  scramHttpAbout: 'A service of yours gives the keys of the user.',
  kerberosAbout: 'Clients bring a ticket of a Kerberos realm.',
  noBackend: 'There is nothing to choose: it needs no data source.',
  member: 'Authenticator',
  mechanism: 'Mechanism',
  total: 'Asked',
  totalDefinition: 'How often a client was brought before this authenticator since the node started.',
  success: 'Allowed',
  successDefinition: 'Clients that it let in.',
  failed: 'Denied',
  failedDefinition: 'Clients that it refused: a wrong password, an expired token.',
  nomatch: 'No match',
  nomatchDefinition: 'Clients that it does not know; the next authenticator is asked.',
  users: 'Users',
  settings: 'Settings',
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
  noFormTitle: 'There is nothing to set here',
  noFormText:
    'This kind of authenticator is set up through the API or in the configuration file of the broker.',
  updated: 'The authenticator was updated.',
  impact: 'Clients that connect from now on are asked by it; those that are connected stay.',
  impactHash:
    'Changing the password hash or the salt position makes existing data unusable: users have to be given their passwords anew.',
  impactScram:
    'Changing the algorithm or the iteration count locks out the users that are stored: they have to be given their passwords anew.',
  impactUserId:
    'Users are looked for by another name from now on: those that are stored are found only where both names are the same.',
}
