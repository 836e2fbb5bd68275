import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  entries: (count: number) => `{ ${formatNumber(count)} 个键 }`,
  items: (count: number) => `[ ${formatNumber(count)} 项 ]`,
  more: (count: string, left: string) => `再显示 ${count} 项（还有 ${left} 项）`,
  path: '路径',
  value: '值',
  valueHead: '值',
}
