import classes from './ellipsis.module.css'
import { useTooltip } from './floating.tsx'

interface EllipsisProps {
  readonly children: string
  readonly focusable?: boolean
}

/**
 * One line of this console's own text; the full text is shown on hover and focus if it does not fit. For text of the
 * broker, use `Verbatim`.
 */
export function Ellipsis({ children, focusable = false }: EllipsisProps) {
  const { trigger, tooltip } = useTooltip<HTMLSpanElement>((element) => {
    return element !== null && element.scrollWidth > element.clientWidth ? children : undefined
  })
  return (
    <>
      <span {...trigger} className={classes['line']} {...(focusable ? { tabIndex: 0 } : {})}>
        {children}
      </span>
      {tooltip}
    </>
  )
}
