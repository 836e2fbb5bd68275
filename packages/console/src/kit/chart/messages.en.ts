import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

export const en = {
  noData: 'no data',
  showFigures: (title: string) => `${title}: show the figures as a table`,
  showChart: (title: string) => `${title}: show the chart`,
  crosshair: (title: string) => `${title}: move through time`,
  nothingMeasured: 'Nothing was measured here.',
  time: 'Time',
  perSecond: (label: string) => `${label} /s`,
  totalIn: (label: string, interval: string) => `${label}, total in ${interval}`,
  older: (count: number) =>
    plural(count, { one: 'Show one older row', other: `Show ${formatNumber(count)} older rows` }),
  loading: (title: string) => `${title}: loading`,
}
