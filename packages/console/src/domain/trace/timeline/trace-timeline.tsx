import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { type ReactNode, useMemo, useState } from 'react'
import type { Story } from '#domain/trace/story/story.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { useStickToEnd } from '#ui/use-stick-to-end.ts'
import { timeline as m } from '../messages.ts'
import { StoryTeller } from '../story/story-teller.ts'
import type { TraceRow } from '../trace-row.ts'
import classes from './timeline.module.css'
import { ToldStory } from './told-story.tsx'

/** Drawn at first, and more with every wish for earlier ones. */
const step = 150

interface TraceTimelineProps {
  readonly rows: readonly TraceRow[]
  /** While nothing has happened. */
  readonly empty: ReactNode
  /** As high as the window, or within a panel. */
  readonly fit: 'page' | 'part'
  /** More may come: the end is kept in sight. */
  readonly isLive: boolean
}

/** What the rows of a trace tell, connection by connection, in words. */
export function TraceTimeline({ rows, empty, fit, isLive }: TraceTimelineProps) {
  const [count, setCount] = useState(step)
  const [teller] = useState(() => new StoryTeller())
  const all = useMemo(() => teller.tell(rows), [teller, rows])
  const { stories, left } = useMemo(() => recentStories(all, count), [all, count])
  const { region, onScroll, isAtEnd, toEnd } = useStickToEnd<HTMLElement>(rows.length + all.length, isLive)
  if (stories.length === 0) return empty
  return (
    <div className={classes['frame']}>
      <section
        ref={region}
        onScroll={onScroll}
        className={classNames(classes['timeline'], classes[fit])}
        aria-label={m.timeline}
        {...{ tabIndex: 0 }}
      >
        {left > 0 && (
          <div className={classes['earlier']}>
            <Button size="small" onClick={() => setCount(count + step)}>
              {m.earlier(formatNumber(Math.min(step, left)))}
            </Button>
          </div>
        )}
        {stories.map((story) => (
          <ToldStory key={story.id} story={story} />
        ))}
      </section>
      {isLive && !isAtEnd && (
        <div className={classes['toEnd']}>
          <Button size="small" icon={<IconArrowDown size={16} stroke={1.5} aria-hidden />} onClick={toEnd}>
            {m.toEnd}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RecentStories {
  readonly stories: readonly Story[]
  /** Events that are not among them. */
  readonly left: number
}

/** The last events, still under their stories: thousands of lines are more than anybody reads or a page draws. */
function recentStories(all: readonly Story[], count: number): RecentStories {
  const times = all.flatMap(({ events }) => events.map(({ at }) => at)).sort((one, other) => one - other)
  const left = Math.max(0, times.length - count)
  const from = times[left]
  if (left === 0 || from === undefined) return { stories: all, left: 0 }
  const stories = all
    .map((story) => ({ ...story, events: story.events.filter(({ at }) => at >= from) }))
    .filter(({ events }) => events.length > 0)
  return { stories, left }
}
