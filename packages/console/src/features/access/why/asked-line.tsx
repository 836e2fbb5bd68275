import type { WhyQuestion } from '#lib/why-question.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import classes from './why.module.css'

const wishes = { connect: m.askedConnect, publish: m.askedPublish, subscribe: m.askedSubscribe } as const

/** What has been asked, with everything in it that the boxes cannot show. */
export function AskedLine({ question }: { readonly question: WhyQuestion }) {
  const { clientid, wish, topic, qos, retain } = question
  const isDeed = wish !== 'connect'
  const more = [...(isDeed ? [m.withQos(qos)] : []), ...(wish === 'publish' && retain ? [m.retained] : [])]
  return (
    <p className={classes['asked']}>
      <span className={classes['verbatim']}>
        <Verbatim text={clientid} mono focusable />
      </span>{' '}
      {wishes[wish]}{' '}
      {isDeed && (
        <span className={classes['verbatim']}>
          <Verbatim text={topic} mono focusable />
        </span>
      )}
      {more.map((one) => (
        <span key={one}> · {one}</span>
      ))}
    </p>
  )
}
