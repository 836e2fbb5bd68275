import type { ReactNode } from 'react'
import classes from './chart-grid.module.css'

/** Charts side by side, parted by hairlines; their plots grow with the window. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>
}
