import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const brokerList: Words<typeof en.brokerList> = {
  counting: '正在统计匹配的条目…',
  stop: vocabulary.stop,
}
