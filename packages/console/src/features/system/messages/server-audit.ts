import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const serverAudit = {
  tabs: 'Audit log',
  broker: 'Of the broker',
  server: 'Of this server',
  summary: 'Written by this server: every write that went through it, with the address of the client',
  label: 'Writes',

  time: vocabulary.time,
  objectName: 'Object name',
  kind: 'Object kind',
  auth: 'Known by',
  address: vocabulary.ipAddress,
  method: vocabulary.method,
  path: vocabulary.path,
  requestId: 'Request ID',
  backend: 'Signed in by',
  cluster: vocabulary.cluster,
  status: 'HTTP status',
  query: 'Query',
  otherQuery: 'Other parameters',
  hiddenQueries: (count: number) => `${formatNumber(count)}, not recorded`,

  session: vocabulary.session,
  apiKey: 'API key',
  signIn: 'Sign-in',
  unknownSession: 'Unknown session',
  none: 'No credentials',
  unknownSessionNote:
    'The token is from before the last start of this server, or from another one: it does not say whose it is.',

  succeeded: vocabulary.success,
  refused: 'Refused',
  unfinished: 'Not finished',
  withStatus: (result: string, status: number) => `${result} (${status})`,
  beginNote:
    'The line of its end is missing: it is still under way, or the server ended before it was answered. The write may have been done.',
  cutNote: 'The client left before the answer. The write may have been done.',

  show: vocabulary.details,
  detailTitle: 'Write',
  reached: (time: string) => `Searched back to ${time}`,
  saveLines: 'All that match, as JSON Lines',
  full: 'Narrow the filters or export to see earlier ones',
  emptyTitle: 'No write recorded yet',
  emptyText: 'From now on every write through this server is recorded here.',
  noneMatch: 'No write matches',
  noneSoFar: 'No write matches so far',
  noneSoFarText: 'Load more to search further back.',

  offTitle: 'This server keeps no audit log',
  offText:
    'To record who changes what through this console, start Brokerdeck with this option. It takes effect at the next start, and records nothing from before.',
  outputTitle: 'The audit log goes to the standard output',
  outputText:
    'Lines there cannot be read again by the server. Look for them where its output is collected, or write them to a file with this option.',
  option: '--audit-log FILE',
  signInAgain: 'Sign in again to read this log',
  signInAgainText:
    'The server was started after you signed in, so it does not know whose session this is. Sign out and in again.',
  notAdministrator: 'Only administrators can read this log',
  notAdministratorText: 'It holds what all users did, and from which address.',
}
