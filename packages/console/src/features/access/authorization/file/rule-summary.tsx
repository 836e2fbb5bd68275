import { type AccessRule, everyQos } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { FileRule } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { topicFilterFault } from '@brokerdeck/languages/topic.ts'
import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { ruleSentence } from '#domain/access-words/rule-words.ts'
import { MatchesButton } from '#features/access/access-evaluation/matches/ask-rule-matches.tsx'
import { aclFile as m } from '#features/access/messages/authorization.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Tag } from '#ui/marks.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { readAcl } from './read-acl.ts'
import classes from './rule-summary.module.css'

/**
 * Tells whether none of a rule's topics is a valid filter, as in `a/#/b`: the broker accepts such a topic, but it
 * never matches.
 */
export function neverMatches({ topics, qos }: AccessRule): boolean {
  if (qos.length === 0) return true
  if (topics === 'all') return false
  return topics.every(({ text }) => topicFilterFault(text.replaceAll(/\$\{[^}]*\}/g, 'x')) !== undefined)
}

const mostShown = 200

/** Shows the rules of an ACL file in words, each with its line. Typing has priority over the summary. */
export function RuleSummary({ text }: { readonly text: string }) {
  const shown = useDeferredValue(text)
  return useMemo(() => <Rules text={shown} />, [shown])
}

function Rules({ text }: { readonly text: string }) {
  const latest = useRef(text)
  latest.current = text
  const fileText = useCallback(() => latest.current, [])
  const parsed = readAcl(text)
  const rules = 'rules' in parsed ? parsed.rules : undefined
  const last = rules?.findIndex(({ rule }) => decidesAll(rule)) ?? -1
  const more = (rules?.length ?? 0) - mostShown
  const shown = rules?.slice(0, mostShown).map((one, at) => ({ ...one, number: at + 1 }))
  return (
    <section className={classes['summary']} aria-label={m.summary}>
      <h3 className={classes['title']}>{m.summary}</h3>
      <p className={classes['note']}>{rules === undefined ? m.unread : m.summaryNote}</p>
      {shown !== undefined && (
        <ol className={classes['rules']}>
          {shown.map((placed) => (
            <RuleItem
              key={placed.number}
              {...placed}
              isUnreached={last >= 0 && placed.number > last + 1}
              fileText={fileText}
            />
          ))}
        </ol>
      )}
      {more > 0 && <p className={classes['note']}>{m.more(more, formatNumber(more))}</p>}
      {rules?.length === 0 && <p className={classes['note']}>{m.empty}</p>}
      {rules !== undefined && rules.length > 0 && last < 0 && <p className={classes['note']}>{m.rest}</p>}
    </section>
  )
}

interface RuleItemProps extends FileRule {
  readonly number: number
  readonly isUnreached: boolean
  readonly fileText: () => string
}

/** Renders again only if it changed, so editing one rule of many renders that rule alone. */
const RuleItem = memo(function RuleItem({ rule, line, number, isUnreached, fileText }: RuleItemProps) {
  return (
    <li className={classes['rule']}>
      <span className={classes['line']}>{m.line(line)}</span>
      <StatusShape kind={rule.permission === 'allow' ? 'ok' : 'bad'} coloured />
      <span className={classes['words']}>
        <Verbatim text={ruleSentence(rule)} wrap /> {isUnreached && <Tag tone="warn">{m.unreached}</Tag>}
        {neverMatches(rule) && <Tag tone="warn">{m.neverMatches}</Tag>}
      </span>
      <MatchesButton
        rule={{ source: 'file', placed: { rule, line, number }, who: rule.who }}
        fileText={fileText}
      />
    </li>
  )
})

/** Tells whether a rule matches every request, so that no rule behind it is ever evaluated. */
function decidesAll({ who, action, topics, qos, retain }: AccessRule): boolean {
  const isEveryQos = everyQos.every((level) => qos.includes(level))
  return who.kind === 'all' && action === 'all' && topics === 'all' && isEveryQos && retain === 'all'
}
