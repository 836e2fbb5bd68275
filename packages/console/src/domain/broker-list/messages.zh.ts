import { vocabulary } from '#i18n/vocabulary.zh.ts'

export const brokerList = {
  counting: '正在统计匹配的条目…',
  stop: vocabulary.stop,
}
