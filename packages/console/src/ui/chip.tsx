import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ReactNode } from 'react'
import classes from './chip.module.css'
import { ui as m } from './messages.ts'

interface ChipProps {
  readonly label: string
  readonly children: ReactNode
  readonly onRemove: () => void
}

/** An active condition that can be taken away: "listener tcp:default ×". */
export function Chip({ label, children, onRemove }: ChipProps) {
  return (
    <span className={classes['chip']}>
      <span className={classes['label']}>{label}</span>
      <span className={classes['value']}>{children}</span>
      <button type="button" className={classes['remove']} aria-label={m.remove(label)} onClick={onRemove}>
        <IconX size={12} stroke={1.5} aria-hidden />
      </button>
    </span>
  )
}
