import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const clusters = {
  documentTitle: 'Clusters · Brokerdeck',
  title: 'Clusters',
  summary: (count: number) => (count === 1 ? '1 cluster' : `${formatNumber(count)} clusters`),
  cluster: vocabulary.cluster,
  state: vocabulary.state,
  version: vocabulary.version,
  session: 'Signed in as',
  nodes: vocabulary.nodes,
  connections: vocabulary.connections,
  received: 'In, msg/s',
  sent: 'Out, msg/s',
  alarms: vocabulary.activeAlarms,
  asking: 'Asking',
  answers: 'Answers',
  away: 'No answer',
  readOnly: 'Read-only',
  signedOut: 'Nobody',
  expired: 'Session ended',
  unreadable: 'Values cannot be read',
  hint: 'Each cluster has a login of its own. What they do is shown for those with a session in this tab, or one that is kept on this device.',
}

export const closedMarks = { payloads: 'Payloads hidden', publish: 'No publishing', export: 'No export' }
