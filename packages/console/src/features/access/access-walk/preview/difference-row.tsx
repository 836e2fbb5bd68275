import { formatAlternatives, formatList } from '#i18n/format-list.ts'
import { Status } from '#ui/status.tsx'
import { deciderTitle } from '../decider-title.ts'
import { placedWords } from '../placed-words.ts'
import { SubscriptionRow } from '../subscription-row.tsx'
import classes from './access-preview.module.css'
import type { AccessDifference, ToldAnswer } from './compare-access.ts'
import type { AccessAnswer, Unsure } from './decide-access.ts'
import { m } from './messages.ts'
import { unsureWords } from './unsure-words.ts'

const answers = {
  allow: { kind: 'ok', word: m.isAllowed },
  deny: { kind: 'bad', word: m.isDenied },
  untold: { kind: 'unknown', word: m.isUntold },
} as const

const titlesOf = (some: readonly Unsure[]) => [...new Set(some.map(({ source }) => deciderTitle(source)))]

/** Who decides, or who leaves it open. */
function byWords(told: ToldAnswer, { from, placed, unsure }: AccessAnswer): string {
  if (told === 'untold') return formatList([...new Set(unsure.map(unsureWords))])
  const who = deciderTitle(from)
  if (placed === undefined) return who
  const { where, rule } = placedWords(placed)
  return m.by(who, m.ruleOf(where, rule))
}

/** One subscription: what is said of it now and then, and by whom. */
export function DifferenceRow({ difference }: { readonly difference: AccessDifference }) {
  const { clientid, topic, qos, before, after, by, unless, mayBeSuperuser } = difference
  const sameBefore = unless.length > 0 || after === 'untold' ? [] : titlesOf(by.after.unsure)
  return (
    <SubscriptionRow clientid={clientid} topic={topic} qos={qos} qosWords={m.qos(qos)} whyWords={m.why}>
      <div className={classes['answers']}>
        <Status kind={answers[before].kind}>{answers[before].word}</Status>
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">{m.becomes}</span>
        <Status kind={answers[after].kind}>{answers[after].word}</Status>
      </div>
      <p className={classes['by']}>{byWords(after, by.after)}</p>
      {sameBefore.length > 0 && (
        <p className={classes['note']}>{m.sameBefore(formatAlternatives(sameBefore))}</p>
      )}
      {unless.length > 0 && <p className={classes['note']}>{m.unless(formatList(titlesOf(unless)))}</p>}
      {mayBeSuperuser && <p className={classes['note']}>{m.maybeSuperuser}</p>}
    </SubscriptionRow>
  )
}
