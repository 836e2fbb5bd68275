import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { read, whyNoWrite } from '#api/query.ts'
import { screening as m } from '#features/data-hub/messages/screening.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Link } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import classes from './failure-rules.module.css'

/** Lists the rules that run when a message fails, with a link to create another. */
export function FailureRules({ event }: { readonly event: string }) {
  const query = { from: event, page: '1', limit: '100' }
  const { data } = useQuery(read(rules.list, { query }))
  const count = data?.data.length
  return (
    <Panel title={m.failures} padded>
      <p className={classes['line']}>
        {count !== undefined && <span>{m.failureRules(count, formatNumber(count))}</span>}
        {count !== undefined && count > 0 && <Link to={linkTo('rules', { from: event })}>{m.showRules}</Link>}
        {whyNoWrite() === undefined && <Link to={linkTo('createRule', { from: event })}>{m.createRule}</Link>}
      </p>
    </Panel>
  )
}
