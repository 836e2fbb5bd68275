import type { ReactNode } from 'react'
import { useTooltip } from './use-tooltip.tsx'

interface TooltipProps {
  readonly label: ReactNode
  readonly children: ReactNode
  /** For content that takes no focus itself. */
  readonly focusable?: boolean
  readonly className?: string | undefined
}

/** A note on hover and focus around any content. Buttons have their own `tooltip` property. */
export function Tooltip({ label, children, focusable = false, className }: TooltipProps) {
  const { trigger, tooltip } = useTooltip<HTMLSpanElement>(label)
  return (
    <>
      <span {...trigger} className={className} {...(focusable ? { tabIndex: 0, role: 'note' } : {})}>
        {children}
      </span>
      {tooltip}
    </>
  )
}
