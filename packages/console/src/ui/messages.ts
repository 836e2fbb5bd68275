import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const ui = {
  copy: 'Copy',
  copyNamed: (name: string) => `Copy ${name}`,
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying',
  show: vocabulary.show,
  hide: 'Hide',
  showNamed: (name: string) => `Show ${name}`,
  hideNamed: (name: string) => `Hide ${name}`,
  remove: (name: string) => `Remove ${name}`,
  sampledAt: (time: string) => `Sampled at ${time}`,
  stale: (age: string) => `stale ${age}`,
  loading: 'Loading',
  retry: 'Retry',
  details: vocabulary.details,
  characters: (count: string) => `${count} characters, cut here`,
  notShown: (count: string) => `Not shown: ${count} more characters`,
  move: (name: string, at: number, count: number) =>
    `Move ${name}, position ${formatNumber(at)} of ${formatNumber(count)}: arrow keys, or drag`,
}

export const dataTree = {
  entries: (count: number) => `{ ${formatNumber(count)} ${plural(count, { one: 'key', other: 'keys' })} }`,
  items: (count: number) => `[ ${formatNumber(count)} ${plural(count, { one: 'item', other: 'items' })} ]`,
  more: (count: string, left: string) => `Show ${count} more of ${left}`,
  path: 'path',
  value: 'value',
  valueHead: vocabulary.value,
}

export const difference = {
  added: 'Added',
  removed: 'Removed',
  unchanged: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'line', other: 'lines' })} the same`,
  more: (count: string) => `${count} more lines are not shown`,
}
