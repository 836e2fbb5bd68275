import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const ui: Words<typeof en.ui> = {
  copy: '复制',
  copyNamed: (name: string) => `复制${name}`,
  copied: '已复制',
  copyFailed: '浏览器不允许复制',
  show: vocabulary.show,
  hide: '隐藏',
  showNamed: (name: string) => `显示${name}`,
  hideNamed: (name: string) => `隐藏${name}`,
  remove: (name: string) => `移除${name}`,
  sampledAt: (time: string) => `采样于 ${time}`,
  stale: (age: string) => `${age}未更新`,
  loading: '加载中',
  retry: '重试',
  details: vocabulary.details,
  characters: (count: string) => `共 ${count} 个字符，此处截断`,
  notShown: (count: string) => `另有 ${count} 个字符未显示`,
  move: (name: string, at: number, count: number) =>
    `移动 ${name}，第 ${formatNumber(at)} 位，共 ${formatNumber(count)} 位：使用方向键或拖动`,
}

export const dataTree: Words<typeof en.dataTree> = {
  entries: (count: number) => `{ ${formatNumber(count)} 个键 }`,
  items: (count: number) => `[ ${formatNumber(count)} 项 ]`,
  more: (count: string, left: string) => `再显示 ${count} 项（还有 ${left} 项）`,
  path: '路径',
  value: '值',
  valueHead: vocabulary.value,
}

export const difference: Words<typeof en.difference> = {
  added: '新增',
  removed: '移除',
  unchanged: (_count: number, shown: string) => `${shown} 行相同`,
  more: (count: string) => `另有 ${count} 行未显示`,
}
