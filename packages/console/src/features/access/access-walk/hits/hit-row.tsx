import { joinSentences } from '#i18n/join-sentences.ts'
import { deciderTitle } from '../decider-title.ts'
import { placedWords } from '../placed-words.ts'
import { unsureWords } from '../preview/unsure-words.ts'
import { SubscriptionRow } from '../subscription-row.tsx'
import classes from './hits.module.css'
import { m } from './messages.ts'
import type { Hit, HitOutcome } from './rule-hits.ts'

const anywayWords = { allow: m.allowedAnyway, deny: m.deniedAnyway } as const

function reasonOf(outcome: HitOutcome): string | undefined {
  if (outcome.kind === 'decides') return undefined
  if (outcome.kind === 'untold') {
    const superuser = outcome.mayBeSuperuser ? [m.maybeSuperuser] : []
    const anyway = outcome.anyway === undefined ? [] : [anywayWords[outcome.anyway]]
    return joinSentences(...new Set([...superuser, ...outcome.unsure.map(unsureWords), ...anyway]))
  }
  const who = deciderTitle(outcome.from)
  if (outcome.placed === undefined) return m.decidedBy(who)
  const { where, rule } = placedWords(outcome.placed)
  return m.decidedBy(m.by(who, m.ruleOf(where, rule)))
}

/** One subscription that a rule covers, and what comes of the rule there. */
export function HitRow({ hit: { outcome, ...subscription } }: { readonly hit: Hit }) {
  const reason = reasonOf(outcome)
  return (
    <SubscriptionRow {...subscription} qosWords={m.qos(subscription.qos)} whyWords={m.why}>
      {reason !== undefined && <p className={classes['by']}>{reason}</p>}
    </SubscriptionRow>
  )
}
