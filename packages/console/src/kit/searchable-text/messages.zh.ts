import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  search: '在文本中搜索',
  found: (at: number, count: number) => `第 ${at} 处，共 ${formatNumber(count)} 处`,
  notFound: '未找到',
  previous: '上一处',
  next: '下一处',
}
