import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const tls: Words<typeof en.tls> = {
  tls: vocabulary.tls,
  verify: '校验服务器证书',
  verifyPeer: '校验',
  verifyNone: '接受任何证书',
  serverName: '服务器名称（SNI）',
  caCertificate: vocabulary.caCertificate,
  certificate: '客户端证书',
  key: '客户端私钥',
  passphrase: vocabulary.keyPassphrase,
  passphraseHelp: '仅用于已加密的私钥。',
}
