import type { ReactNode } from 'react'
import classes from './figure-strip.module.css'

/** Up to six figures in one panel, two per row on a phone. Children are `Figure`. */
export function FigureStrip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={classes['strip']} aria-label={label}>
      {children}
    </section>
  )
}
