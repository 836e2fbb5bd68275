import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { whySearch } from '#lib/why-question.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import rows from '../rows.module.css'
import { m } from './messages.ts'

interface ClientRowProps {
  readonly clientid: string
  readonly rule: AccessRule
}

/** The topic of a rule, where it is one that a client can publish to as it stands there. */
function topicOf({ topics }: AccessRule): string {
  const [only] = topics === 'all' ? [] : topics
  return only === undefined || /[+#]|\$\{/.test(only.text) ? '' : only.text
}

/** A client that a rule is for; what it publishes has to be asked about by its topic. */
export function ClientRow({ clientid, rule }: ClientRowProps) {
  const question = whySearch({ clientid, wish: 'publish', topic: topicOf(rule) })
  return (
    <li className={rows['row']}>
      <div className={rows['what']}>
        <Link to={paths.client(clientid)}>
          <Verbatim text={clientid} wrap />
        </Link>
        {rule.action !== 'subscribe' && (
          <Link className={rows['why']} to={paths.why()} search={question}>
            {m.whyPublish}
          </Link>
        )}
      </div>
    </li>
  )
}
