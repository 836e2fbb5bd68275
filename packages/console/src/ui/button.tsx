import IconLoader2 from '@tabler/icons-react/dist/esm/icons/IconLoader2.mjs'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './button.module.css'
import { useTooltip } from './floating.tsx'

interface ButtonLook {
  /** `primary`: the only filled button of a view. `danger`: ends or removes something. `quiet`: has no border. */
  readonly variant?: 'default' | 'primary' | 'danger' | 'danger-primary' | 'quiet'
  /** `small` (28 px) for bars and heads, `default` (32 px) for forms and dialogs. */
  readonly size?: 'default' | 'small'
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'ref'> {
  /** The reason why the button is disabled. It stays focusable and shows the reason; a click does nothing. */
  readonly disabledReason?: string | undefined
  readonly isBusy?: boolean
  readonly tooltip?: ReactNode
  readonly icon?: ReactNode
}

/** A button. It is never disabled without a reason: set `disabledReason`. */
export function Button(props: ButtonProps) {
  const {
    variant = 'default',
    size = 'default',
    disabledReason,
    isBusy = false,
    tooltip: hint,
    icon,
    children,
    className,
    onClick,
    onPointerDown,
    ...rest
  } = props
  const { trigger, tooltip } = useTooltip<HTMLButtonElement>(
    disabledReason ?? hint,
    disabledReason === undefined ? 'goes' : 'opens',
  )
  const isOff = disabledReason !== undefined || isBusy
  return (
    <>
      <button
        type="button"
        {...rest}
        {...trigger}
        className={classNames(
          classes['button'],
          classes[variant],
          size === 'small' && classes['small'],
          className,
        )}
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        onPointerDown={(event) => {
          trigger.onPointerDown()
          onPointerDown?.(event)
        }}
        onClick={(event) => {
          if (isOff) event.preventDefault()
          else onClick?.(event)
        }}
      >
        {isBusy ? <IconLoader2 size={16} stroke={1.5} className={classes['spin']} aria-hidden /> : icon}
        {children}
      </button>
      {tooltip}
    </>
  )
}
