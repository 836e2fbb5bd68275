import { formatNumber } from '#i18n/format-number.ts'

export const en = {
  search: 'Search in the text',
  found: (at: number, count: number) => `${at} of ${formatNumber(count)}`,
  notFound: 'Not found',
  previous: 'Previous match',
  next: 'Next match',
}
