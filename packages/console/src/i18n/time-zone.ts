export const timeZoneChoices = ['browser', 'utc'] as const
export type TimeZoneChoice = (typeof timeZoneChoices)[number]

const storageKey = 'timeZone'

/** Fixed when the page loads, like the language. */
export const timeZoneChoice: TimeZoneChoice =
  globalThis.localStorage?.getItem(storageKey) === 'utc' ? 'utc' : 'browser'

export const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const timeZone = timeZoneChoice === 'utc' ? 'UTC' : browserTimeZone

/** Takes effect with the next page load. */
export function storeTimeZone(next: TimeZoneChoice): void {
  localStorage.setItem(storageKey, next)
}
