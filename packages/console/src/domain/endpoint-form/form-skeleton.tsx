import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import classes from './form-skeleton.module.css'
import { m } from './messages.ts'

const rows = [0, 1, 2, 3, 4]

/** The size of a form before its settings are there. */
export function FormSkeleton() {
  return (
    <div className={classes['grid']}>
      <Panel label={m.loading} padded>
        <div className={classes['fields']} aria-busy="true">
          {rows.map((row) => (
            <div key={row} className={classes['field']}>
              <Skeleton width={120} />
              <Skeleton width="100%" />
            </div>
          ))}
        </div>
      </Panel>
    </div>
  )
}
