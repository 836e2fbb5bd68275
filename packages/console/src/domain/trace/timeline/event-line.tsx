import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { truncate } from '#lib/visible-text.ts'
import { type StatusKind, StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { formatInstant } from '../format-instant.ts'
import type { StoryEvent } from '../story/story.ts'
import type { Spoken } from '../words/spoken.ts'
import classes from './timeline.module.css'

const shapes: Readonly<Record<Spoken['tone'], StatusKind>> = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  plain: 'off',
  quiet: 'unknown',
}

/** Of a payload; the whole of it is in the table. */
const previewLength = 120

interface EventLineProps {
  readonly event: StoryEvent
  readonly words: Spoken
  /** Whether what it means is told here: once in a story is enough. */
  readonly isExplained: boolean
  readonly more?: ReactNode
}

/** One thing that happened. */
export function EventLine({ event, words, isExplained, more }: EventLineProps) {
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
