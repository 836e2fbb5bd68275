import type { ReactNode } from 'react'
import { Link } from '#kit/page/link.tsx'
import { whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './rows.module.css'

interface SubscriptionRowProps {
  readonly clientid: string
  /** The topic as the broker shows it, with share and mountpoint. */
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly qosWords: string
  /** The text of the link to the page that explains the decision. */
  readonly whyWords: string
  /** The remarks on the subscription. */
  readonly children?: ReactNode
}

/** Shows one subscription in a list of decisions. */
export function SubscriptionRow(props: SubscriptionRowProps) {
  const { clientid, topic, qos, qosWords, whyWords, children } = props
  const question = whySearch({ clientid, wish: 'subscribe', topic, qos, isMounted: true })
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Link to={linkTo('client', { clientId: clientid })}>
          <Verbatim text={clientid} wrap />
        </Link>
        <Verbatim text={topic} wrap mono />
        <span className={classes['note']}>{qosWords}</span>
      </div>
      {children}
      <Link className={classes['why']} to={linkTo('why', question)}>
        {whyWords}
      </Link>
    </li>
  )
}
