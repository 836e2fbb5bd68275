import { Verbatim } from '#ui/verbatim.tsx'
import type { Difference } from '../differences.ts'
import classes from './difference-list.module.css'
import { m } from './messages.ts'

/** What changes, in the terms of the API: each path with what stands there and what will. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <dl className={classes['list']}>
      {differences.map(({ path, before, after }) => (
        <div key={path}>
          <dt className={classes['path']}>
            <Verbatim text={path} wrap />
          </dt>
          {before !== undefined && (
            <dd className={classes['before']}>
              <span className="visually-hidden">{m.removed}</span>
              <Verbatim text={before} wrap />
            </dd>
          )}
          {after !== undefined && (
            <dd className={classes['after']}>
              <span className="visually-hidden">{m.added}</span>
              <Verbatim text={after} wrap />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
