import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const kindNames: Words<typeof en.kindNames> = {
  rules: vocabulary.rules,
  connectors: vocabulary.connectors,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  authenticators: '认证器',
  authorization: '授权',
  listeners: vocabulary.listeners,
  settings: vocabulary.settings,
  retained: vocabulary.retainedMessages,
}

export const outcomeNames: Words<typeof en.outcomeNames> = {
  same: '相同',
  different: '不同',
  'only-here': '仅本集群有',
  'only-there': '仅对方有',
  unknown: '无法对比',
}

export const sides: Words<typeof en.sides> = {
  tooMany: (most: number) => `超过 ${formatNumber(most)} 项，不对比`,
}
