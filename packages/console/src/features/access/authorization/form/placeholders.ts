import { formatList } from '#i18n/sentences.ts'

const formatPlaceholders = (names: readonly string[]) => formatList(names.map((name) => `\${${name}}`))

const ofClient = ['clientid', 'username', 'peerhost', 'cert_common_name', 'cert_subject', 'client_attrs.NAME']

/** The placeholders that the broker fills in in the topics of rules. */
export const topicPlaceholders = formatPlaceholders([
  'clientid',
  'username',
  'cert_common_name',
  'client_attrs.NAME',
])

/** The placeholders that the broker fills in in a query for the rules of a client. */
export const clientPlaceholders = formatPlaceholders(ofClient)

/** The placeholders that the broker fills in in a query about one request of a client. */
export const requestPlaceholders = formatPlaceholders([
  'action',
  'topic',
  'qos',
  'retain',
  ...ofClient,
  'mountpoint',
])
