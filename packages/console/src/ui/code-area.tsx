import { type ComponentPropsWithoutRef, memo, useMemo, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './code-area.module.css'
import { CodeColours, type CodePiece } from './code-colours.tsx'
import { FieldBox } from './field-box.tsx'
import { insertWhole } from './text-area.tsx'
import { useRowWindow } from './use-row-window.ts'
import { useIsPhone } from './viewport.ts'

interface CodeAreaProps
  extends Omit<ComponentPropsWithoutRef<'textarea'>, 'onChange' | 'value' | 'readOnly' | 'className'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly highlight: (text: string) => readonly CodePiece[]
  /** The line that is marked in the margin, from 1. */
  readonly faultLine?: number | undefined
  readonly hasFault?: boolean
  readonly isLocked?: boolean
  /** Set for a text of a few lines; the area grows with them. */
  readonly isLow?: boolean
}

/**
 * If more characters are in sight, in very long lines, they are shown without colours, because each piece is an
 * element.
 */
const mostColoured = 60_000
/** The same heights as in the style sheet. */
const lineHeight = { wide: 19, phone: 24 }
const padding = 8
/** The number of lines that come into sight together. */
const together = 3

/**
 * Edits code of several lines, with line numbers and colours. The text is typed into a text area; the colours lie
 * over it and give it its full size, so that only the frame scrolls. Of many lines only those in sight are drawn.
 */
export function CodeArea(props: CodeAreaProps) {
  const {
    value,
    onChange,
    highlight,
    faultLine,
    hasFault = false,
    isLocked = false,
    isLow = false,
    ...rest
  } = props
  const frame = useRef<HTMLSpanElement>(null)
  const height = useIsPhone() ? lineHeight.phone : lineHeight.wide
  const lines = useMemo(() => value.split('\n'), [value])
  const shown = useRowWindow(frame, Math.ceil(lines.length / together), height * together)
  const start = shown.start * together
  const end = Math.min(shown.end * together, lines.length)
  const text = lines.slice(start, end).join('\n')
  const pieces = useMemo(() => (text.length > mostColoured ? [{ text }] : highlight(text)), [text, highlight])
  const isWhole = start === 0 && end === lines.length
  const place = {
    paddingTop: padding + start * height,
    paddingBottom: padding + (lines.length - end) * height,
  }
  return (
    <FieldBox hasFault={hasFault} isLocked={isLocked} isTall>
      <span ref={frame} className={classNames(classes['frame'], isLow && classes['low'])}>
        <span
          className={classes['numbers']}
          style={{ ...place, minWidth: `max(40px, calc(${String(lines.length).length}ch + 19px))` }}
          aria-hidden
        >
          <LineNumbers start={start} end={end} faultLine={faultLine} />
        </span>
        <span className={classes['sheet']}>
          <textarea
            ref={insertWhole}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            wrap="off"
            {...rest}
            className={classes['input']}
            value={value}
            readOnly={isLocked}
            aria-invalid={hasFault || undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <span className={classes['colours']} style={place} aria-hidden>
            {!isWhole && <span className={classes['widest']}>{findLongestLine(lines)}</span>}
            <CodeColours pieces={pieces} />
          </span>
        </span>
      </span>
    </FieldBox>
  )
}

/** Returns the longest line, whose width is reserved so that lines that are not drawn fit in. */
function findLongestLine(lines: readonly string[]): string {
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest), '')
}

interface LineNumbersProps {
  readonly start: number
  readonly end: number
  readonly faultLine: number | undefined
}

const LineNumbers = memo(function LineNumbers({ start, end, faultLine }: LineNumbersProps) {
  return Array.from({ length: end - start }, (_none, at) => start + at + 1).map((number) => (
    <span key={number} className={classNames(classes['number'], number === faultLine && classes['wrong'])}>
      {number}
    </span>
  ))
})
