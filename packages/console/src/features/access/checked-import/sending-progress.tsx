import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import classes from './checked-import.module.css'
import { m } from './messages.ts'

interface SendingProgressProps {
  /** Of what is to be sent, from 0 to 1. */
  readonly share: number
  readonly words: string
  readonly onStop: () => void
}

export function SendingProgress({ share, words, onStop }: SendingProgressProps) {
  return (
    <div role="status" className={classes['verdict']}>
      <Meter size="wide" label={m.sendProgress} value={share} />
      <span>{words}</span>
      <div>
        <Button size="small" onClick={onStop}>
          {m.stop}
        </Button>
      </div>
    </div>
  )
}
