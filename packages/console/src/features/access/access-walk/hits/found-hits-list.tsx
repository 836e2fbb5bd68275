import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Status } from '#ui/status.tsx'
import type { StatusKind } from '#ui/status-shape.tsx'
import { m as walkWords } from '../messages.ts'
import { ShownRows } from '../shown-rows.tsx'
import { ClientRow } from './client-row.tsx'
import { HitRow } from './hit-row.tsx'
import classes from './hits.module.css'
import { m } from './messages.ts'
import { noHitWords } from './no-hit-words.ts'
import type { Hit } from './rule-hits.ts'
import type { FoundHits } from './use-rule-hits.ts'

interface GroupProps {
  readonly kind: StatusKind
  readonly title: string
  readonly children: ReactNode
}

function Group({ kind, title, children }: GroupProps) {
  return (
    <div className={classes['group']}>
      <Status kind={kind}>{title}</Status>
      {children}
    </div>
  )
}

const groups = {
  allow: { kind: 'decides', status: 'ok', title: m.allows, label: m.decided },
  deny: { kind: 'decides', status: 'bad', title: m.denies, label: m.decided },
  untold: { kind: 'untold', status: 'unknown', title: m.untold, label: m.untoldLabel },
  earlier: { kind: 'earlier', status: 'off', title: m.earlier, label: m.earlierLabel },
} as const

function Clients({ found: { asked, hits } }: { readonly found: FoundHits }) {
  const { clients, maybe, wideNames } = hits
  const [wide] = wideNames
  const { rule } = asked.placed
  return (
    <>
      {clients.length > 0 && (
        <div className={classes['group']}>
          <h3 className={classes['title']}>{m.clients(clients.length, formatNumber(clients.length))}</h3>
          <ShownRows
            label={m.clientsLabel}
            rows={clients}
            draw={(clientid) => <ClientRow key={clientid} clientid={clientid} rule={rule} />}
            moreWords={m.showMore}
          />
          {rule.action === 'all' && <p className={classes['note']}>{m.alsoPublish}</p>}
        </div>
      )}
      {wide !== undefined && (
        <Status kind="warn">
          {m.wideNames(wideNames.length, formatNumber(wideNames.length), visibleText(wide, 80))}
        </Status>
      )}
      {maybe.length > 0 && (
        <Status kind="unknown">{m.maybe(maybe.length, formatNumber(maybe.length))}</Status>
      )}
    </>
  )
}

const keyOf = ({ clientid, topic }: Hit) => `${clientid}\n${topic}`

/** What a rule hits of all that was looked at. */
export function FoundHitsList({ found }: { readonly found: FoundHits }) {
  const { asked, hits, policy, sample } = found
  const nothing = noHitWords(asked, hits, policy, sample.isOfNamed)
  const { lookedClients, looked, unread } = hits
  return (
    <div className={classes['hits']}>
      {found.isEdited && <p className={classes['note']}>{m.asEdited}</p>}
      {nothing !== undefined && (
        <div className={classes['heads']} role="status">
          <Status kind="off">{nothing}</Status>
        </div>
      )}
      {[groups[asked.placed.rule.permission], groups.untold, groups.earlier].map(
        ({ kind, status, title, label }) => {
          const some = hits.hits.filter(({ outcome }) => outcome.kind === kind)
          return (
            some.length > 0 && (
              <Group key={kind} kind={status} title={title(some.length, formatNumber(some.length))}>
                <ShownRows
                  label={label}
                  rows={some}
                  draw={(hit) => <HitRow key={keyOf(hit)} hit={hit} />}
                  moreWords={m.showMore}
                />
              </Group>
            )
          )
        },
      )}
      <Clients found={found} />
      <p className={classes['note']}>
        {joinSentences(
          m.lookedAt(
            m.lookedClients(lookedClients, formatNumber(lookedClients), formatNumber(sample.totalClients)),
            m.looked(looked, formatNumber(looked), formatNumber(sample.total)),
          ),
          unread > 0 && m.gone(unread, formatNumber(unread)),
          found.isRewritten && walkWords.rewritten,
          m.limits,
        )}
      </p>
    </div>
  )
}
