import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const kindNames = {
  rules: vocabulary.rules,
  connectors: vocabulary.connectors,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  authenticators: 'Authenticators',
  authorization: 'Authorization',
  listeners: vocabulary.listeners,
  settings: vocabulary.settings,
  retained: vocabulary.retainedMessages,
}

export const outcomeNames = {
  same: 'Same',
  different: 'Different',
  'only-here': 'Only here',
  'only-there': 'Only there',
  unknown: 'Cannot compare',
}

export const sides = {
  tooMany: (most: number) => `More than ${formatNumber(most)}: not compared`,
}
