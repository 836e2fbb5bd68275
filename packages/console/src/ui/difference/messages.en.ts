import { plural } from '#i18n/plural.ts'

export const en = {
  added: 'Added',
  removed: 'Removed',
  unchanged: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'line', other: 'lines' })} the same`,
  more: (count: string) => `${count} more lines are not shown`,
}
