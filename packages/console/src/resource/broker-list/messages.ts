import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const brokerList = {
  counting: 'Counting what matches…',
  stop: vocabulary.stop,
  leftOut: (count: number) =>
    plural(count, {
      one: 'One row could not be read and is left out',
      other: `${formatNumber(count)} rows could not be read and are left out`,
    }),
}
