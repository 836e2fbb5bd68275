import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Status } from '#ui/status.tsx'
import { ClearRulesButton } from './clear-rules-button.tsx'
import { clientOwners } from './client-owners.ts'
import { EverybodyPanel } from './everybody-panel.tsx'
import { m } from './messages.ts'
import { OwnRulesPanel } from './own-rules-panel.tsx'
import classes from './rules-panel.module.css'
import { userOwners } from './user-owners.ts'

const scopes = [
  { value: 'clients', label: m.clients },
  { value: 'users', label: m.users },
  { value: 'all', label: m.all },
] as const

const searchSchema = v.looseObject({
  scope: v.fallback(v.optional(v.picklist(['clients', 'users', 'all']), 'clients'), 'clients'),
})

/** Of the broker, where the source does not say. */
const usualMost = 100

/** The rules that the built-in database keeps: by client ID, by username, and for everybody. */
export function RulesPanel({ source }: { readonly source: AccessSource }) {
  const [{ scope }] = useUrlSearch(searchSchema)
  const navigate = useNavigate()
  const { max_rules: most } = source
  const max = typeof most === 'number' ? most : usualMost
  return (
    <div className={classes['panel']}>
      <div className={classes['bar']}>
        <Segmented
          label={m.scope}
          value={scope}
          options={scopes}
          // The filter of one table is none of the other.
          onChange={(to) =>
            void navigate({
              to: paths.accessSource(source.type),
              search: { tab: 'rules', ...(to === 'clients' ? {} : { scope: to }) },
              replace: true,
            })
          }
        />
        <ClearRulesButton source={source} />
      </div>
      <p className={classes['order']}>{m.order}</p>
      {!source.enable && (
        <Status kind="warn" wraps>
          {m.off}
        </Status>
      )}
      {scope === 'clients' && <OwnRulesPanel key="clients" owners={clientOwners} max={max} />}
      {scope === 'users' && <OwnRulesPanel key="users" owners={userOwners} max={max} />}
      {scope === 'all' && <EverybodyPanel max={max} />}
    </div>
  )
}
