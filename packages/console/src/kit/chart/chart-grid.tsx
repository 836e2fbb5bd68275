import type { ReactNode } from 'react'
import classes from './chart-grid.module.css'

/** Shows charts side by side, separated by hairlines; their plots grow with the window. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>
}
