import { addLabel } from '#i18n/sentences.ts'
import { classNames } from '#lib/class-names.ts'
import classes from './meter.module.css'

interface MeterProps {
  /** The value from 0 to 1; undefined draws an empty track. */
  readonly value: number | undefined
  readonly label: string
  readonly level?: 'normal' | 'warn' | 'bad'
  /** `wide` fills its container and is 10 px high. */
  readonly size?: 'small' | 'wide'
}

/** Shows how full something is. The number stands beside it. */
export function Meter({ value, label, level = 'normal', size = 'small' }: MeterProps) {
  const percent = value === undefined || !Number.isFinite(value) ? 0 : Math.min(Math.max(value, 0), 1) * 100
  return (
    <span
      className={classNames(classes['meter'], classes[level], size === 'wide' && classes['wide'])}
      role="img"
      aria-label={addLabel(label, value === undefined ? '—' : `${Math.round(percent)} %`)}
    >
      <span className={classes['fill']} style={{ width: `${percent}%` }} />
    </span>
  )
}
