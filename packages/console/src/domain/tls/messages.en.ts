export const tls = {
  tls: 'TLS',
  verify: 'Check the certificate of the server',
  verifyPeer: 'Check it',
  verifyNone: 'Accept any',
  serverName: 'Server name (SNI)',
  caCertificate: 'CA certificate',
  certificate: 'Client certificate',
  key: 'Client key',
  passphrase: 'Key passphrase',
  passphraseHelp: 'Only for an encrypted key.',
}
