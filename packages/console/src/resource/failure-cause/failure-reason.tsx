import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Fold } from '#ui/fold.tsx'
import { ui as m } from '#ui/messages.ts'
import { Verbatim, VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './failure-reason.module.css'

/** A reason may carry a whole configuration, or whatever the other system answered. */
const shown = 2000

interface FailureReasonProps {
  /** As the broker gives it: Erlang terms, texts of drivers, text of servers. */
  readonly raw: string
}

/** Why something failed in plain words, and what to do; the broker's own text behind it, or alone where it is unknown. */
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

/** The same without the broker's own text, which stands beside it; nothing where the cause is unknown. */
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

/** In one line of a list: what it means, or the broker's own text where nobody knows. */
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
