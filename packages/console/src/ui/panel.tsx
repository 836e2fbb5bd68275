import { type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './panel.module.css'

interface PanelProps {
  readonly title?: ReactNode
  readonly caption?: ReactNode
  /** Elements at the right end of the head: small buttons, a link, a segmented control. */
  readonly actions?: ReactNode
  readonly footer?: ReactNode
  /** The accessible name if there is no title. */
  readonly label?: string
  /** True for 12 px around the content; tables and strips extend to the edges. */
  readonly padded?: boolean
  /** True while the content still has to catch up with what the user types. */
  readonly isBehind?: boolean
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/**
 * A bordered surface with a 36 px head for one subject. Its parts are divided by hairlines, and it never contains
 * another panel.
 */
export function Panel(props: PanelProps) {
  const { title, caption, actions, footer, label, padded, isBehind, className, children } = props
  const id = useId()
  const hasTitle = title !== undefined
  return (
    <section
      className={classNames(classes['panel'], className)}
      aria-labelledby={hasTitle ? id : undefined}
      aria-label={hasTitle ? undefined : label}
      aria-busy={isBehind}
    >
      {hasTitle && (
        <div className={classes['head']}>
          <h2 id={id} className={classes['title']}>
            {title}
          </h2>
          {caption !== undefined && <span className={classes['caption']}>{caption}</span>}
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </div>
      )}
      {padded ? <div className={classes['body']}>{children}</div> : children}
      {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
    </section>
  )
}
