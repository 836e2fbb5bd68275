import { classNames } from '#lib/class-names.ts'
import { difference as m } from '#ui/messages.ts'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './difference-line.module.css'

interface DifferenceLineProps {
  readonly kind: 'removed' | 'added' | 'same'
  readonly text: string
}

const MOST = 2000

/** Shows one line of a comparison, marked by sign, colour and word. */
export function DifferenceLine({ kind, text }: DifferenceLineProps) {
  return (
    <span className={classNames(classes['line'], classes[kind])}>
      {kind !== 'same' && <span className="visually-hidden">{m[kind]} </span>}
      <bdi>
        <VerbatimPieces text={text} limit={MOST} keepLines />
      </bdi>
    </span>
  )
}
