import { vocabulary } from '#i18n/vocabulary.ts'

export const tls = {
  tls: vocabulary.tls,
  verify: 'Check the certificate of the server',
  verifyPeer: 'Check it',
  verifyNone: 'Accept any',
  serverName: 'Server name (SNI)',
  caCertificate: vocabulary.caCertificate,
  certificate: 'Client certificate',
  key: 'Client key',
  passphrase: vocabulary.keyPassphrase,
  passphraseHelp: 'Only for an encrypted key.',
}
