import type { Story } from '../story/story.ts'

export interface RecentStories {
  readonly stories: readonly Story[]
  /** Events that are not among them. */
  readonly left: number
}

/** The last events, still under their stories: thousands of lines are more than anybody reads or a page draws. */
export function recentStories(all: readonly Story[], count: number): RecentStories {
  const times = all.flatMap(({ events }) => events.map(({ at }) => at)).sort((one, other) => one - other)
  const left = Math.max(0, times.length - count)
  const from = times[left]
  if (left === 0 || from === undefined) return { stories: all, left: 0 }
  const stories = all
    .map((story) => ({ ...story, events: story.events.filter(({ at }) => at >= from) }))
    .filter(({ events }) => events.length > 0)
  return { stories, left }
}
