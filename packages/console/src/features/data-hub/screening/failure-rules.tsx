import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { integration } from '#routes/integration-routes.ts'
import { Panel } from '#ui/panel.tsx'
import { screening as m } from '../messages/screening.ts'
import classes from './failure-rules.module.css'

/** Which rules run when a message fails, and the way to another one. */
export function FailureRules({ event }: { readonly event: string }) {
  const query = { from: event, page: '1', limit: '100' }
  const { data } = useQuery(read(rules.list, { query }))
  const count = data?.data.length
  return (
    <Panel title={m.failures} padded>
      <p className={classes['line']}>
        {count !== undefined && <span>{m.failureRules(count, formatNumber(count))}</span>}
        {count !== undefined && count > 0 && (
          <Link to={integration.routes.rules.path} search={{ from: event }}>
            {m.showRules}
          </Link>
        )}
        <Link to={integration.routes.createRule.path} search={{ from: event }}>
          {m.createRule}
        </Link>
      </p>
    </Panel>
  )
}
