import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const edition: Words<typeof en.edition> = {
  notOffered: '此版本不提供',
  notOfferedText: (part: string) => `${part}属于 EMQX 企业版，当前连接的 Broker 不提供。`,
}
