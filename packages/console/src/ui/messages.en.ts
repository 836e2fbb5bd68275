import { formatNumber } from '#i18n/format-number.ts'

export const en = {
  copy: 'Copy',
  copyNamed: (name: string) => `Copy ${name}`,
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying',
  show: 'Show',
  hide: 'Hide',
  showNamed: (name: string) => `Show ${name}`,
  hideNamed: (name: string) => `Hide ${name}`,
  remove: (name: string) => `Remove ${name}`,
  sampledAt: (time: string) => `Sampled at ${time}`,
  stale: (age: string) => `stale ${age}`,
  loading: 'Loading',
  retry: 'Retry',
  details: 'Details',
  characters: (count: string) => `${count} characters, cut here`,
  move: (name: string, at: number, count: number) =>
    `Move ${name}, position ${at} of ${formatNumber(count)}: arrow keys, or drag`,
}
