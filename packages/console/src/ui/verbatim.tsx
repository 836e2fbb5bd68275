import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { truncate, visiblePieces } from '#lib/visible-text.ts'
import { useTooltip } from './floating.tsx'
import { ui as m } from './messages.ts'
import classes from './verbatim.module.css'

interface VerbatimPiecesProps {
  readonly text: string
  readonly limit?: number
  /** True if line breaks and tabs stay as they are: for payloads. */
  readonly keepLines?: boolean
}

/** The text with labels for invisible characters; without a layout of its own. */
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
  /** True if the text wraps over several lines instead of ending in an ellipsis. */
  readonly wrap?: boolean
  readonly mono?: boolean
  /** True if the text takes the focus, so that a cut text can be read by keyboard; not inside a link or button. */
  readonly focusable?: boolean
}

const SHOWN = 300
const IN_TOOLTIP = 2000

/**
 * Shows text from a broker or a device exactly: characters that are invisible or reorder their neighbours are shown
 * as labels, and no length or direction breaks the layout. An empty or missing text becomes a dash.
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
