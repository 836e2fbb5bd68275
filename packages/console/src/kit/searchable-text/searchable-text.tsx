import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import { searchableText as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useRowWindow } from '#ui/use-row-window.ts'
import { useStickToEnd } from '#ui/use-stick-to-end.ts'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './searchable-text.module.css'

interface SearchableTextProps {
  /** The accessible name of the text. */
  readonly label: string
  readonly text: string
  /** If false, lines do not wrap, and a text of any length stays fast. */
  readonly isWrapped?: boolean
  /** True if the text grows: its end is kept in sight. */
  readonly isGrowing?: boolean
  /** Additional content of the bar, before the search. */
  readonly children?: ReactNode
}

/** A long text of the broker with line numbers and a search. */
export function SearchableText({
  label,
  text,
  isWrapped = true,
  isGrowing = false,
  children,
}: SearchableTextProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text])
  const { region: box, onScroll } = useStickToEnd<HTMLElement>(lines.length, isGrowing)
  const found = useMemo(() => findLines(lines, words), [lines, words])
  const matches = new Set(found)
  const at = found.length === 0 ? 0 : chosen % found.length
  const current = found[at]
  useEffect(() => {
    const region = box.current
    if (current === undefined || region === null) return
    if (isWrapped) region.firstElementChild?.children[current]?.scrollIntoView?.({ block: 'nearest' })
    else region.scrollTop = Math.max(0, current * lineHeight - region.clientHeight / 2)
  }, [current, isWrapped, box])
  const step = (by: number) => setChosen((at + by + found.length) % Math.max(1, found.length))
  return (
    <>
      <div className={classes['bar']}>
        {children}
        <span className={classes['search']}>
          <TextBox
            type="search"
            aria-label={m.search}
            placeholder={m.search}
            icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
            value={words}
            onChange={(value) => {
              setWords(value)
              setChosen(0)
            }}
            onKeyDown={({ key, shiftKey }) => {
              if (key === 'Enter') step(shiftKey ? -1 : 1)
            }}
          />
        </span>
        <span role="status">
          {words.trim() !== '' && (found.length === 0 ? m.notFound : m.found(at + 1, found.length))}
        </span>
        {found.length > 1 && (
          <>
            <IconButton label={m.previous} onClick={() => step(-1)}>
              <IconChevronUp size={16} stroke={1.5} aria-hidden />
            </IconButton>
            <IconButton label={m.next} onClick={() => step(1)}>
              <IconChevronDown size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <TextLines
        region={box}
        onScroll={onScroll}
        label={label}
        lines={lines}
        matches={matches}
        current={current}
        isWrapped={isWrapped}
      />
    </>
  )
}

/** Returns the indexes of the lines that contain the words, ignoring case; an empty list for no words. */
function findLines(lines: readonly string[], words: string): readonly number[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return lines.flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [at] : []))
}

/** The height of a line that does not wrap, in pixels. */
const lineHeight = 19

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

/** Renders the lines; if they do not wrap, only the visible lines are rendered. */
function TextLines({ region, onScroll, label, lines, matches, current, isWrapped }: TextLinesProps) {
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
