import type { ReactNode } from 'react'
import classes from './bare-page.module.css'
import { Logo } from './logo.tsx'

interface BarePageProps {
  /** At the right of the bar: language and theme. */
  readonly preferences: ReactNode
  /** Of what is below the bar. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A page without a menu, for who is not signed in: the bar with the logo, and what it is about. */
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
