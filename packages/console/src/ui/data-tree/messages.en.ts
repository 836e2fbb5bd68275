import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

export const en = {
  entries: (count: number) => `{ ${formatNumber(count)} ${plural(count, { one: 'key', other: 'keys' })} }`,
  items: (count: number) => `[ ${formatNumber(count)} ${plural(count, { one: 'item', other: 'items' })} ]`,
  more: (count: string, left: string) => `Show ${count} more of ${left}`,
  path: 'path',
  value: 'value',
  valueHead: 'Value',
}
