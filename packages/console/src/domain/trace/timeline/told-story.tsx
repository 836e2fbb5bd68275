import { Link } from '@tanstack/react-router'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type WhyQuestion, whySearch } from '#lib/why-question.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { timeline as m } from '../messages.ts'
import type { Story, StoryEvent } from '../story/story.ts'
import { eventWords } from '../words/event-words.ts'
import { EventLine } from './event-line.tsx'
import classes from './timeline.module.css'
import { whyAsked } from './why-asked.ts'

interface ToldStoryProps {
  readonly story: Story
}

interface SpokenEvent {
  readonly event: StoryEvent
  readonly words: ReturnType<typeof eventWords>
  readonly isExplained: boolean
}

function spoken(events: readonly StoryEvent[]): readonly SpokenEvent[] {
  const explained = new Set<string>()
  return events.map((event) => {
    const words = eventWords(event)
    const title = words.tone === 'bad' || words.tone === 'warn' ? words.explanation?.title : undefined
    const isExplained = title !== undefined && !explained.has(title)
    if (title !== undefined) explained.add(title)
    return { event, words, isExplained }
  })
}

/** One connection, from its beginning to its end. */
export function ToldStory({ story }: ToldStoryProps) {
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
        {spoken(events).map(({ event, words, isExplained }) => (
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
  /** Undefined where there is nothing to ask. */
  readonly question: Partial<WhyQuestion> | undefined
}

/** Beside what was denied: which rule it was, and what would have to change. */
function WhyLink({ question }: WhyLinkProps) {
  if (question === undefined) return null
  return (
    <Link className={classes['why']} to={paths.why()} search={whySearch(question)}>
      {m.why}
    </Link>
  )
}
