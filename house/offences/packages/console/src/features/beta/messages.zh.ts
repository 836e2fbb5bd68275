import { vocabulary } from '#i18n/vocabulary.zh.ts'

export const beta = {
  title: '甲',
  found: (count: string) => count,
  line: (line: string) => line,
  keep: vocabulary.save,
  save: '保存',
  once: '又',
  twice: '又',
  thrice: '又',
  other: '再次',
}
