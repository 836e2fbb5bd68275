import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  noData: '无数据',
  showFigures: (title: string) => `${title}：以表格显示数值`,
  showChart: (title: string) => `${title}：显示图表`,
  crosshair: (title: string) => `${title}：沿时间移动`,
  nothingMeasured: '此处没有测量值。',
  time: '时间',
  perSecond: (label: string) => `${label}（每秒）`,
  totalIn: (label: string, interval: string) => `${label}（每 ${interval}合计）`,
  older: (count: number) => `再显示 ${formatNumber(count)} 行更早的数据`,
  loading: (title: string) => `${title}：正在加载`,
}
