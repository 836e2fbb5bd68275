// breaks: voice, voice
import { vocabulary } from '#i18n/vocabulary.zh.ts'

export const beta = {
  title: '甲',
  found: (count: string) => count,
  line: () => '行',
  keep: vocabulary.save,
  save: '保存',
  once: '又',
  twice: '又',
  thrice: '又',
  other: '再次',
  first: '所有MQTT 客户端均可连接',
  second: (name: string) => `无法判断 ${name} 是否在此, 请重试`,
}
