import { Link } from '#kit/page/link.tsx'
import type { Address } from '#routes/routes.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './linked-names.module.css'

interface LinkedNamesProps {
  readonly label: string
  readonly ids: readonly string[]
  readonly to: (id: string) => Address
}

/** Links to every object that would be affected. Renders nothing if the list is empty. */
export function LinkedNames({ label, ids, to }: LinkedNamesProps) {
  if (ids.length === 0) return null
  return (
    <div className={classes['linked']}>
      <p>{label}</p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <Link to={to(id)}>
              <Verbatim text={id} mono />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
