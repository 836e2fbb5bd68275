import * as v from 'valibot'

export const alarmTabs = ['active', 'history'] as const
export type AlarmTab = (typeof alarmTabs)[number]

/** `page` belongs to the list of a tab, which reads it by itself; another tab starts at its first page. */
export const alarmsSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(alarmTabs)), undefined),
  page: v.fallback(v.optional(v.string()), undefined),
})
