import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { isPlain as isPlainText } from '#lib/visible-text.ts'
import classes from './long-text.module.css'
import { VerbatimPieces } from './verbatim.tsx'

interface LongTextProps {
  readonly text: string
  /** Lines are as long as they are, and scroll sideways. */
  readonly isInColumns?: boolean
  /** Known to be nothing but letters, digits and signs: nobody has to look. */
  readonly isPlain?: boolean
}

/** A piece has about as many characters as a screen shows. */
const PIECE = 4096
/** Of a line on the screen, to guess how high what is not drawn will be. */
const LINE_LENGTH = 90
const LINE_HEIGHT = 19

/** A text of any length, line breaks and tabs as they are: what is out of sight is not laid out. */
export function LongText({ text, isInColumns = false, isPlain = false }: LongTextProps) {
  const pieces = useMemo(() => textPieces(text, PIECE), [text])
  return (
    <span className={classNames(classes['pieces'], isInColumns && classes['columns'])}>
      {pieces.map((piece) => (
        <TextPiece key={piece.at} text={piece.text} isFirst={piece.at === 0} isPlain={isPlain} />
      ))}
    </span>
  )
}

interface TextPieceProps {
  readonly text: string
  readonly isFirst: boolean
  readonly isPlain: boolean
}

/** Labels are an element each, and there may be thousands: beyond the first piece they wait until they come into sight. */
const TextPiece = memo(function TextPiece({ text, isFirst, isPlain }: TextPieceProps) {
  const piece = useRef<HTMLSpanElement>(null)
  const hasLabels = useMemo(() => !isPlain && !isPlainText(text, true), [text, isPlain])
  const [isNear, setNear] = useState(isFirst)
  const isDrawn = isNear || !hasLabels
  useEffect(() => {
    const element = piece.current
    if (isDrawn || element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { root: element.closest('pre'), rootMargin: '400px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isDrawn])
  const height = useMemo(() => estimateLines(text) * LINE_HEIGHT, [text])
  return (
    <span
      ref={piece}
      className={classes['piece']}
      style={isDrawn ? { containIntrinsicBlockSize: `auto ${height}px` } : { height }}
    >
      {hasLabels ? isNear && <VerbatimPieces text={text} keepLines /> : text}
    </span>
  )
})

/** About so many lines on the screen. */
function estimateLines(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at)
    const end = feed === -1 ? text.length : feed
    lines += Math.max(1, Math.ceil((end - at) / LINE_LENGTH))
    at = end + 1
  }
  return lines
}

/** A text in pieces of at most so many characters, put together the same: lines stay whole where they fit into a piece. */
export function textPieces(
  text: string,
  most: number,
): readonly { readonly at: number; readonly text: string }[] {
  const pieces: { readonly at: number; readonly text: string }[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + most < text.length ? cutBefore(text, at, at + most) : text.length
    pieces.push({ at, text: text.slice(at, end) })
    at = end
  }
  return pieces
}

/** After a line feed, else within a line, but not within a surrogate pair. */
function cutBefore(text: string, start: number, end: number): number {
  // Within the piece: the way back to a line feed may be long.
  const lineEnd = text.slice(start, end).lastIndexOf('\n')
  if (lineEnd >= 0) return start + lineEnd + 1
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff && end - 1 > start ? end - 1 : end
}
