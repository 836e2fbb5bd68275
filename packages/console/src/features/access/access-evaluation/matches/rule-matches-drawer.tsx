import type { AccessRuleSubject } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { useState } from 'react'
import { describeError } from '#api/errors.ts'
import { describePlaced } from '#features/access/access-evaluation/placed-words.ts'
import { matches as m } from '#features/access/messages/access-evaluation.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { useClosedWhenLeft } from '#kit/dialogs/use-closed-when-left.ts'
import { visibleText } from '#lib/visible-text.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { FoundMatchesList } from './found-matches-list.tsx'
import classes from './matches.module.css'
import type { AskedRule } from './rule-matches.ts'
import { useRuleMatches } from './use-rule-matches.ts'

interface RuleMatchesDrawerProps {
  /** The rules of one place; at least one rule. */
  readonly rules: readonly AskedRule[]
  /** The text of the ACL file, if its rules stand in a form. */
  readonly fileText?: string | undefined
  readonly onClose: () => void
}

/**
 * Shows which connected clients a rule hits: what the rule decides, what is decided before it, and what cannot be
 * told.
 */
export function RuleMatchesDrawer({ rules, fileText, onClose }: RuleMatchesDrawerProps) {
  const [at, setAt] = useState(0)
  useClosedWhenLeft()
  const asked = rules[at]
  return (
    <DrawerShell title={m.open} isOpen onClose={onClose} size={640}>
      <div className={classes['hits']}>
        <p className={classes['rule']}>
          <Verbatim text={describeAsked(rules)} wrap />
        </p>
        {rules.length > 1 && (
          <LabelledField label={m.which}>
            {(control) => (
              <SelectBox
                {...control}
                value={String(at)}
                options={rules.map((one, number) => ({
                  value: String(number),
                  label: ruleChoice(one),
                }))}
                onChange={(value) => setAt(Number(value))}
              />
            )}
          </LabelledField>
        )}
        {asked !== undefined && <Matches asked={asked} fileText={fileText} />}
      </div>
    </DrawerShell>
  )
}

interface MatchesProps {
  readonly asked: AskedRule
  readonly fileText: string | undefined
}

function Matches({ asked, fileText }: MatchesProps) {
  const { found, error, isFetching, refetch } = useRuleMatches(asked, fileText)
  if (error !== null)
    return <ErrorState {...describeError(error)} onRetry={refetch} isRetrying={isFetching} />
  if (found !== undefined) return <FoundMatchesList found={found} />
  return (
    <div aria-busy="true">
      <p className={classes['note']} role="status">
        {m.reading}
      </p>
      <Skeleton height={120} />
    </div>
  )
}

/** Returns the label of a rule in the list of rules to choose from. */
function ruleChoice({ placed }: AskedRule): string {
  return m.choice(formatNumber(placed.number), describePlaced(placed).rule)
}

/** Says which client or user the rules of a table belong to. */
function ownerWords(who: AccessRuleSubject): string {
  if (who.kind === 'clientid') return m.ofClient(visibleText(who.text, 120))
  return who.kind === 'username' ? m.ofUser(visibleText(who.text, 120)) : m.ofAll
}

/** Says which rules are asked about: a single rule in words, several rules by the client or user they belong to. */
function describeAsked([first, ...more]: readonly AskedRule[]): string {
  if (first === undefined) return ''
  const { where, rule } = describePlaced(first.placed)
  if (first.placed.table === undefined) return m.ruleOf(where, rule)
  return more.length === 0 ? m.by(ownerWords(first.who), rule) : ownerWords(first.who)
}
