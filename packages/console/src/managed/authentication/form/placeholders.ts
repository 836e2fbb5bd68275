import { formatList } from '#i18n/format-list.ts'

/** What the broker fills in from the CONNECT and the connection it came on. */
export const placeholders = formatList(
  [
    'username',
    'clientid',
    'password',
    'peerhost',
    'cert_subject',
    'cert_common_name',
    'client_attrs.NAME',
  ].map((name) => `\${${name}}`),
)
