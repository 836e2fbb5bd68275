import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { isPlain as isPlainText } from '#lib/visible-text.ts'
import classes from './long-text.module.css'
import { VerbatimPieces } from './verbatim.tsx'

interface LongTextProps {
  readonly text: string
  /** True if lines are not wrapped but scroll sideways. */
  readonly isInColumns?: boolean
  /**
   * True if the text is known to contain only letters, digits and signs, so it need not be searched for invisible
   * characters.
   */
  readonly isPlain?: boolean
}

/** The number of characters in a piece: about as many as a screen shows. */
const PIECE = 4096
/** The assumed length of a line on the screen, to estimate the height of pieces that are not drawn. */
const LINE_LENGTH = 90
const LINE_HEIGHT = 19

/** Shows a text of any length, with its line breaks and tabs: text out of sight is not laid out. */
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

/**
 * Each label is an element, and there may be thousands, so labels after the first piece are rendered when they come
 * into sight.
 */
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

/** Estimates the number of lines on the screen. */
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

/** Cuts a text into pieces of at most the given number of characters: lines that fit into a piece stay whole. */
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

/** Returns a cut after a line feed, or else within a line, but never within a surrogate pair. */
function cutBefore(text: string, start: number, end: number): number {
  // The search is limited to the piece, because the previous line feed may be far back.
  const lineEnd = text.slice(start, end).lastIndexOf('\n')
  if (lineEnd >= 0) return start + lineEnd + 1
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff && end - 1 > start ? end - 1 : end
}
