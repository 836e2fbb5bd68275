import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { type ReactNode, useMemo, useState } from 'react'
import { formatInstant } from '#domain/trace/format-instant.ts'
import { timeline as m } from '#domain/trace/messages.ts'
import type { Story, StoryEvent } from '#domain/trace/story/story.ts'
import { StoryTeller } from '#domain/trace/story/story-teller.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { eventWords } from '#domain/trace/words/event-words.ts'
import type { Spoken } from '#domain/trace/words/spoken.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { Link } from '#kit/page/link.tsx'
import { classNames } from '#lib/class-names.ts'
import { truncate, visibleText } from '#lib/visible-text.ts'
import { type WhyQuestion, whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { type StatusKind, StatusShape } from '#ui/status.tsx'
import { useStickToEnd } from '#ui/use-stick-to-end.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './timeline.module.css'
import { whyAsked } from './why-asked.ts'

/** The number of events shown at first, and added with each request for earlier events. */
const step = 150

interface TraceTimelineProps {
  readonly rows: readonly TraceRow[]
  /** The content while nothing has happened. */
  readonly empty: ReactNode
  /** The height: that of the window, or that of a part of a panel. */
  readonly fit: 'page' | 'part'
  /** True if more lines may arrive, so the end of the log is kept in view. */
  readonly isLive: boolean
}

/** Describes the rows of a trace in words, connection by connection. */
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
              {m.earlier(Math.min(step, left))}
            </Button>
          </div>
        )}
        {stories.map((story) => (
          <StoryView key={story.id} story={story} />
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
  /** The number of events that are left out. */
  readonly left: number
}

/** Returns the last events, grouped by story: thousands of lines are too many to read or to render. */
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

interface StoryViewProps {
  readonly story: Story
}

interface SpokenEvent {
  readonly event: StoryEvent
  readonly words: ReturnType<typeof eventWords>
  readonly isExplained: boolean
}

function tellEvents(events: readonly StoryEvent[]): readonly SpokenEvent[] {
  const explained = new Set<string>()
  return events.map((event) => {
    const words = eventWords(event)
    const title = words.tone === 'bad' || words.tone === 'warn' ? words.explanation?.title : undefined
    const isExplained = title !== undefined && !explained.has(title)
    if (title !== undefined) explained.add(title)
    return { event, words, isExplained }
  })
}

/** Shows a connection, from its beginning to its end. */
function StoryView({ story }: StoryViewProps) {
  const { clientid, peername, node, startedAt, events } = story
  const name = clientid ?? peername
  const shown = name === undefined ? m.unknownClient : visibleText(name, 80)
  return (
    <section className={classes['story']} aria-label={m.storyOf(shown, formatDateTime(startedAt))}>
      <div className={classes['head']}>
        <span className={classes['client']}>
          {name === undefined ? m.unknownClient : <Verbatim text={name} mono />}
        </span>
        <span className={classes['where']}>
          {[
            ...(clientid === undefined || peername === undefined ? [] : [visibleText(peername, 80)]),
            m.onNode(visibleText(node, 80)),
            formatDateTime(startedAt),
            m.steps(events.length, formatNumber(events.length)),
          ].join(' · ')}
        </span>
      </div>
      <ol className={classes['events']}>
        {tellEvents(events).map(({ event, words, isExplained }) => (
          <EventLine
            key={`${event.id} ${event.kind}`}
            event={event}
            words={words}
            isExplained={isExplained}
            more={<WhyLink question={whyAsked(event, story)} />}
          />
        ))}
      </ol>
    </section>
  )
}

interface WhyLinkProps {
  /** The question to explain; undefined if there is none. */
  readonly question: Partial<WhyQuestion> | undefined
}

/** Links from a denial to its explanation: the rule that applied, and the change that would be needed. */
function WhyLink({ question }: WhyLinkProps) {
  if (question === undefined) return null
  return (
    <Link className={classes['why']} to={linkTo('why', whySearch(question))}>
      {m.why}
    </Link>
  )
}

const shapes: Readonly<Record<Spoken['tone'], StatusKind>> = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  plain: 'off',
  quiet: 'unknown',
}

/** The length of the payload's preview; the table shows the whole payload. */
const previewLength = 120

interface EventLineProps {
  readonly event: StoryEvent
  readonly words: Spoken
  /** True if the meaning is explained here: each explanation appears once in a story. */
  readonly isExplained: boolean
  readonly more?: ReactNode
}

/** Shows an event. */
function EventLine({ event, words, isExplained, more }: EventLineProps) {
  const { tone, headline, subject, notes = [], payload, explanation } = words
  return (
    <li className={classNames(classes['event'], tone === 'quiet' && classes['quiet'])}>
      <time className={classes['time']} dateTime={new Date(event.at).toISOString()}>
        {formatInstant(event.at)}
      </time>
      <span className={classNames(classes['shape'], classes[tone])}>
        <StatusShape kind={shapes[tone]} />
      </span>
      <div className={classes['words']}>
        <span className={classNames(classes['headline'], classes[tone])}>{headline}</span>
        {subject !== undefined && (
          <span className={classes['subject']}>
            <Verbatim text={subject} mono wrap />
          </span>
        )}
        {notes.length > 0 && <span className={classes['notes']}>{notes.join(' · ')}</span>}
        {more}
        {payload !== undefined && payload !== '' && (
          <span className={classes['payload']}>
            <Verbatim text={truncate(payload, previewLength)} mono />
          </span>
        )}
        {isExplained && explanation?.meaning !== undefined && (
          <p className={classes['meaning']}>{explanation.meaning}</p>
        )}
      </div>
    </li>
  )
}
