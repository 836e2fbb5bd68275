import { memo, type RefObject } from 'react'
import { classNames } from '#lib/class-names.ts'
import { useRowWindow } from '#ui/use-row-window.ts'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './searchable-text.module.css'

/** Of a line that is not wrapped. */
export const lineHeight = 19

interface TextLineProps {
  readonly number: number
  readonly text: string
  readonly isMatch: boolean
  readonly isCurrent: boolean
}

const TextLine = memo(function TextLine({ number, text, isMatch, isCurrent }: TextLineProps) {
  return (
    <span
      className={classes['line']}
      data-line={number}
      data-match={isMatch || undefined}
      aria-current={isCurrent || undefined}
    >
      <VerbatimPieces text={text} keepLines />
    </span>
  )
})

interface TextLinesProps {
  readonly region: RefObject<HTMLElement | null>
  readonly onScroll: () => void
  readonly label: string
  readonly lines: readonly string[]
  readonly matches: ReadonlySet<number>
  readonly current: number | undefined
  readonly isWrapped: boolean
}

/** The lines; of those that are not wrapped only the ones in sight are drawn. */
export function TextLines({ region, onScroll, label, lines, matches, current, isWrapped }: TextLinesProps) {
  const inSight = useRowWindow(region, lines.length, lineHeight)
  const { start, end } = isWrapped ? { start: 0, end: lines.length } : inSight
  const numbered = lines.slice(start, end).map((line, at) => ({ line, index: start + at }))
  return (
    <section
      ref={region}
      onScroll={onScroll}
      className={classNames(classes['text'], !isWrapped && classes['single'])}
      aria-label={label}
      {...{ tabIndex: 0 }}
    >
      <div
        style={{ paddingTop: start * lineHeight, paddingBottom: (lines.length - end) * lineHeight }}
        className={classes['lines']}
      >
        {numbered.map(({ line, index }) => (
          <TextLine
            key={index}
            number={index + 1}
            text={line}
            isMatch={matches.has(index)}
            isCurrent={index === current}
          />
        ))}
      </div>
    </section>
  )
}
