import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  copy: '复制',
  copyNamed: (name: string) => `复制${name}`,
  copied: '已复制',
  copyFailed: '浏览器不允许复制',
  show: '显示',
  hide: '隐藏',
  showNamed: (name: string) => `显示${name}`,
  hideNamed: (name: string) => `隐藏${name}`,
  remove: (name: string) => `移除${name}`,
  sampledAt: (time: string) => `采样于 ${time}`,
  stale: (age: string) => `${age}未更新`,
  loading: '加载中',
  retry: '重试',
  details: '详情',
  characters: (count: string) => `共 ${count} 个字符，此处截断`,
  move: (name: string, at: number, count: number) =>
    `移动 ${name}，第 ${at} 位，共 ${formatNumber(count)} 位：使用方向键或拖动`,
}
