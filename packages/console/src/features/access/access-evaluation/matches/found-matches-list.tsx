import type { AccessRule, AccessRuleSubject } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { ReactNode } from 'react'
import { deciderTitle, describePlaced } from '#features/access/access-evaluation/placed-words.ts'
import type { AccessPolicy } from '#features/access/access-evaluation/preview/access-policy.ts'
import { unsureWords } from '#features/access/access-evaluation/preview/unsure-words.ts'
import rows from '#features/access/access-evaluation/rows.module.css'
import { ShownRows } from '#features/access/access-evaluation/shown-rows.tsx'
import { SubscriptionRow } from '#features/access/access-evaluation/subscription-row.tsx'
import {
  accessEvaluation as evaluationWords,
  matches as m,
} from '#features/access/messages/access-evaluation.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './matches.module.css'
import type { AskedRule, Hit, HitOutcome, RuleMatches } from './rule-matches.ts'
import type { FoundMatches } from './use-rule-matches.ts'

const anywayWords = { allow: m.allowedAnyway, deny: m.deniedAnyway } as const

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

function Clients({ found: { asked, matches } }: { readonly found: FoundMatches }) {
  const { clients, maybe, wideNames } = matches
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

const formatHitKey = ({ clientid, topic }: Hit) => `${clientid}\n${topic}`

/** Shows what a rule hits among the clients and subscriptions that were looked at. */
export function FoundMatchesList({ found }: { readonly found: FoundMatches }) {
  const { asked, matches, policy, sample } = found
  const nothing = noHitWords(asked, matches, policy, sample.isOfNamed)
  const { lookedClients, looked, unread } = matches
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
          const some = matches.matches.filter(({ outcome }) => outcome.kind === kind)
          return (
            some.length > 0 && (
              <Group key={kind} kind={status} title={title(some.length, formatNumber(some.length))}>
                <ShownRows
                  label={label}
                  rows={some}
                  draw={(hit) => <HitRow key={formatHitKey(hit)} hit={hit} />}
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
          found.isRewritten && evaluationWords.rewritten,
          m.limits,
        )}
      </p>
    </div>
  )
}

function explainOutcome(outcome: HitOutcome): string | undefined {
  if (outcome.kind === 'decides') return undefined
  if (outcome.kind === 'untold') {
    const superuser = outcome.mayBeSuperuser ? [m.maybeSuperuser] : []
    const anyway = outcome.anyway === undefined ? [] : [anywayWords[outcome.anyway]]
    return joinSentences(...new Set([...superuser, ...outcome.unsure.map(unsureWords), ...anyway]))
  }
  const who = deciderTitle(outcome.from)
  if (outcome.placed === undefined) return m.decidedBy(who)
  const { where, rule } = describePlaced(outcome.placed)
  return m.decidedBy(m.by(who, m.ruleOf(where, rule)))
}

/** Shows one subscription that a rule covers, and the outcome of the rule for it. */
function HitRow({ hit: { outcome, ...subscription } }: { readonly hit: Hit }) {
  const reason = explainOutcome(outcome)
  return (
    <SubscriptionRow {...subscription} qosWords={m.qos(subscription.qos)} whyWords={m.why}>
      {reason !== undefined && <p className={classes['by']}>{reason}</p>}
    </SubscriptionRow>
  )
}

interface ClientRowProps {
  readonly clientid: string
  readonly rule: AccessRule
}

/** Returns the topic of a rule if a client can publish to it as written; otherwise an empty string. */
function findPublishTopic({ topics }: AccessRule): string {
  const [only] = topics === 'all' ? [] : topics
  return only === undefined || /[+#]|\$\{/.test(only.text) ? '' : only.text
}

/** Shows a client that a rule is for. What the client publishes is not known, so a link asks about a topic. */
function ClientRow({ clientid, rule }: ClientRowProps) {
  const question = whySearch({ clientid, wish: 'publish', topic: findPublishTopic(rule) })
  return (
    <li className={rows['row']}>
      <div className={rows['what']}>
        <Link to={linkTo('client', { clientId: clientid })}>
          <Verbatim text={clientid} wrap />
        </Link>
        {rule.action !== 'subscribe' && (
          <Link className={rows['why']} to={linkTo('why', question)}>
            {m.whyPublish}
          </Link>
        )}
      </div>
    </li>
  )
}

/** Says which client was not found when the clients that the rule names were asked for. */
function nobodyWords(who: AccessRuleSubject): string {
  switch (who.kind) {
    case 'clientid':
      return who.isPattern ? m.nobody : m.noClientId(visibleText(who.text, 120))
    case 'username':
      return who.isPattern ? m.nobody : m.noUsername(visibleText(who.text, 120))
    case 'ipaddr':
      return m.noAddress(visibleText(who.net, 80))
    default:
      return m.nobody
  }
}

/**
 * Says why a rule decides none of the subscriptions that were looked at; returns undefined if it decides some of
 * them, or may.
 */
export function noHitWords(
  { source, placed, who }: AskedRule,
  { clients, maybe, matches, lookedClients }: RuleMatches,
  { sources }: Pick<AccessPolicy, 'sources'>,
  isOfNamed: boolean,
): string | undefined {
  const place = sources.find((one) => one.source === source)
  if (place === undefined) return m.noSource
  if (!place.isEnabled) return m.disabled
  if (lookedClients === 0) return isOfNamed ? nobodyWords(who) : m.nobody
  if (clients.length + maybe.length === 0) return m.noneMeant
  if (placed.rule.action === 'publish') return m.onlyPublish
  if (matches.length === 0) return m.noneCovered
  return matches.every(({ outcome }) => outcome.kind === 'earlier') ? m.allEarlier : undefined
}
