import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Fold } from '#ui/fold.tsx'
import { ui as m } from '#ui/messages.ts'
import { Verbatim, VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './failure-reason.module.css'

/** The number of characters shown: a reason may contain a whole configuration, or any response of the other system. */
const shown = 2000

interface FailureReasonProps {
  /** The broker's text: Erlang terms, texts of drivers, texts of servers. */
  readonly raw: string
}

/**
 * Explains a failure in plain words, with the remedy; the broker's own text follows, or stands alone if the cause is
 * unknown.
 */
export function FailureReason({ raw }: FailureReasonProps) {
  const found = failureCause(raw)
  if (raw === '') return null
  if (found === undefined)
    return (
      <div className={classes['failure']}>
        <RawReason raw={raw} />
      </div>
    )
  return (
    <div className={classes['failure']}>
      <p className={classes['words']}>{found.words}</p>
      <p className={classes['advice']}>{found.advice}</p>
      <Fold title={m.details}>
        <RawReason raw={raw} />
      </Fold>
    </div>
  )
}

/**
 * Explains a failure without the broker's own text, which is shown beside it; renders nothing if the cause is
 * unknown.
 */
export function FailureWords({ raw }: FailureReasonProps) {
  const found = failureCause(raw)
  if (found === undefined) return null
  return (
    <div className={classes['failure']}>
      <p className={classes['words']}>{found.words}</p>
      <p className={classes['advice']}>{found.advice}</p>
    </div>
  )
}

/** Shows the meaning of a failure in one line of a list, or the broker's own text if the cause is unknown. */
export function FailureLine({ raw }: FailureReasonProps) {
  return failureCause(raw)?.words ?? <Verbatim text={raw} mono />
}

function RawReason({ raw }: FailureReasonProps) {
  return (
    <>
      <div className={classes['said']}>
        <pre className={classes['raw']}>
          <VerbatimPieces text={raw} limit={shown} keepLines />
        </pre>
        <CopyButton text={raw} />
      </div>
      {raw.length > shown && <p className={classes['note']}>{m.characters(formatNumber(raw.length))}</p>}
    </>
  )
}
