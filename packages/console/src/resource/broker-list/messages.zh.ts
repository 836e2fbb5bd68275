import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const brokerList: Words<typeof en.brokerList> = {
  counting: '正在统计匹配的条目…',
  stop: vocabulary.stop,
  leftOut: (count: number) => `${formatNumber(count)} 行无法解析，未包含在内`,
}
