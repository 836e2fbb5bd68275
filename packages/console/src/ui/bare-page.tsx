import type { ReactNode } from 'react'
import classes from './bare-page.module.css'
import { Logo } from './logo.tsx'

interface BarePageProps {
  /** The language and theme controls at the right end of the bar. */
  readonly preferences: ReactNode
  /** The class of the content below the bar. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A page without a menu, for users who are not signed in: the bar with the logo, and the content. */
export function BarePage({ preferences, className, children }: BarePageProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Logo />
        <div className={classes['preferences']}>{preferences}</div>
      </header>
      <main className={className}>{children}</main>
    </div>
  )
}
