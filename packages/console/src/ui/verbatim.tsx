import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { truncate, visiblePieces } from '#lib/visible-text.ts'
import { useTooltip } from './floating.tsx'
import { ui as m } from './messages.ts'
import classes from './verbatim.module.css'

interface VerbatimPiecesProps {
  readonly text: string
  readonly limit?: number
  /** Line breaks and tabs stay what they are: for payloads. */
  readonly keepLines?: boolean
}

/** The text with what cannot be seen shown as labels; no layout of its own. */
export function VerbatimPieces({ text, limit, keepLines = false }: VerbatimPiecesProps) {
  const pieces = visiblePieces(limit === undefined ? text : truncate(text, limit), keepLines)
  return (
    <>
      {pieces.map((piece) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <span key={piece.at} className={classes['escape']}>
            {piece.label}
          </span>
        ),
      )}
      {limit !== undefined && text.length > limit && '…'}
    </>
  )
}

interface VerbatimProps {
  readonly text: string | null | undefined
  /** Wraps over several lines instead of an ellipsis on one. */
  readonly wrap?: boolean
  readonly mono?: boolean
  /** Put the focus on it to read the cut text by keyboard; not inside a link or button. */
  readonly focusable?: boolean
}

const SHOWN = 300
const IN_TOOLTIP = 2000

/**
 * Text from a broker or a device, exactly as it is: characters that cannot be seen or that reorder their neighbours are
 * shown as labels, and no length or direction breaks the layout. Empty or missing: a dash.
 */
export function Verbatim({ text, wrap = false, mono = false, focusable = false }: VerbatimProps) {
  const isLong = text !== null && text !== undefined && text.length > 24
  const { trigger, tooltip } = useTooltip<HTMLElement>(
    isLong && !wrap
      ? (element) => {
          const isCut = element !== null && element.scrollWidth > element.clientWidth
          if (!isCut && text.length <= SHOWN) return undefined
          return (
            <bdi className={classNames(classes['full'], mono && 'mono')}>
              <VerbatimPieces text={text} limit={IN_TOOLTIP} />
              {text.length > IN_TOOLTIP && (
                <span className={classes['count']}>{m.characters(formatNumber(text.length))}</span>
              )}
            </bdi>
          )
        }
      : undefined,
  )
  if (text === null || text === undefined || text === '') return <span className="dim">—</span>
  return (
    <>
      <bdi
        {...trigger}
        {...(focusable && isLong ? { tabIndex: 0 } : {})}
        className={classNames(wrap ? classes['wrap'] : classes['line'], mono && 'mono')}
      >
        <VerbatimPieces text={text} limit={wrap ? IN_TOOLTIP : SHOWN} />
      </bdi>
      {tooltip}
    </>
  )
}
