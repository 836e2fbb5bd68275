import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { lazy, Suspense } from 'react'
import { bridgeId, bridgeState } from '#features/integration/bridges/bridge-state.ts'
import { ruleActions as m } from '#features/integration/rules/messages/rule-actions.ts'
import { formatList } from '#i18n/sentences.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './down-actions.module.css'
import { useWrongActions } from './rule-uses.ts'

const FailureWords = lazy(async () => ({
  default: (await import('#resource/failure-cause/failure-reason.tsx')).FailureWords,
}))

/** Lists the enabled actions of a rule that are not connected, each with a link, the affected nodes, and the reason. */
export function DownActions({ rule }: { readonly rule: Rule }) {
  const { down } = useWrongActions(rule, rule.enable)
  if (down.length === 0) return null
  return (
    <ul aria-label={m.title} className={classes['list']}>
      {down.map((action) => {
        const id = bridgeId(action)
        const { kind, word } = bridgeState(action)
        const nodes = action.node_status
          .filter(({ status }) => status !== 'connected')
          .map(({ node }) => visibleText(node))
        const reason =
          action.status_reason || (action.node_status.find((one) => one.status_reason)?.status_reason ?? '')
        return (
          <li key={id}>
            <Status kind={kind} wraps>
              <Link to={linkTo('action', { id })}>
                <Verbatim text={id} mono />
              </Link>{' '}
              {m.onNodes(word, formatList(nodes))}
            </Status>
            {reason !== '' && (
              <Suspense>
                <FailureWords raw={reason} />
              </Suspense>
            )}
          </li>
        )
      })}
    </ul>
  )
}
