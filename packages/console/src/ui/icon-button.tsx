import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { useTooltip } from './floating.tsx'
import classes from './icon-button.module.css'

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'aria-label' | 'ref'> {
  /** The accessible name, which is also the tooltip. */
  readonly label: string
  readonly disabledReason?: string | undefined
  /** `outlined` is for bars beside buttons. */
  readonly variant?: 'plain' | 'outlined'
}

/** A button that is only an icon: 28 px wide, with a name and a tooltip. */
export function IconButton(props: IconButtonProps & { readonly children: ReactNode }) {
  const {
    label,
    disabledReason,
    variant = 'plain',
    children,
    className,
    onClick,
    onKeyDown,
    onPointerDown,
    ...rest
  } = props
  const { trigger, tooltip } = useTooltip<HTMLButtonElement>(
    disabledReason ?? label,
    disabledReason === undefined ? 'goes' : 'opens',
  )
  const { 'aria-describedby': describedBy, ...events } = trigger
  return (
    <>
      <button
        type="button"
        {...rest}
        {...events}
        aria-label={label}
        aria-describedby={disabledReason === undefined ? undefined : describedBy}
        aria-disabled={disabledReason !== undefined || undefined}
        className={classNames(classes['button'], variant === 'outlined' && classes['outlined'], className)}
        onPointerDown={(event) => {
          events.onPointerDown()
          onPointerDown?.(event)
        }}
        onKeyDown={(event) => {
          events.onKeyDown(event)
          onKeyDown?.(event)
        }}
        onClick={(event) => {
          if (disabledReason === undefined) onClick?.(event)
          else event.preventDefault()
        }}
      >
        {children}
      </button>
      {tooltip}
    </>
  )
}
