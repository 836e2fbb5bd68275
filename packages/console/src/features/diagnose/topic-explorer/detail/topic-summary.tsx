import type { ReactNode } from 'react'
import { ClientLink } from '#domain/client/client-link.tsx'
import { formatList } from '#i18n/format-list.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { SelectedTopic } from '../engine/explorer-event.ts'
import { m } from './messages.ts'
import classes from './topic-panel.module.css'

/** What the sources say of a topic, one line each. */
export function TopicSummary({ selected }: { readonly selected: SelectedTopic | undefined }) {
  if (selected === undefined) return <div className={classes['summary']} />
  const { id, sources, routes, retained, received, messages, topics, bytes, rate, hasChildren } = selected
  if (id === undefined) return <p className={classes['summary']}>{m.notThere}</p>
  if (sources.length === 0 && messages === 0) return <p className={classes['summary']}>{m.onlyLevel}</p>
  return (
    <dl className={classes['summary']}>
      {routes.length > 0 && <Line name={m.subscribed}>{routesInWords(routes)}</Line>}
      {retained !== undefined && (
        <Line name={m.retained}>
          <RelativeTime at={retained.publishedAt} /> {m.retainedBy(retained.qos)}{' '}
          <ClientLink clientid={retained.clientId} />
        </Line>
      )}
      {messages > 0 && (
        <Line name={m.captured}>
          {[
            ...(received > 0 ? [m.capturedHere(received, formatNumber(received))] : []),
            ...(hasChildren ? [m.capturedBranch(formatNumber(messages), formatNumber(topics))] : []),
            formatBytes(bytes),
            m.perSecond(formatRate(rate)),
          ].join(' · ')}
        </Line>
      )}
    </dl>
  )
}

function routesInWords(routes: SelectedTopic['routes']): string {
  const nodes = [...new Set(routes.map(({ node }) => visibleText(node, 80)))]
  const groups = [
    ...new Set(routes.flatMap(({ group }) => (group === undefined ? [] : [visibleText(group, 80)]))),
  ]
  return [
    m.subscribedOn(formatList(nodes)),
    ...(groups.length === 0 ? [] : [m.sharedBy(formatList(groups))]),
  ].join(' · ')
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
