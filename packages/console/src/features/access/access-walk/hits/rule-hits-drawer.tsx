import { useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { useClosedWhenLeft } from '#kit/dialogs/use-closed-when-left.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { FoundHitsList } from './found-hits-list.tsx'
import classes from './hits.module.css'
import { m } from './messages.ts'
import type { AskedRule } from './rule-hits.ts'
import { askedWords, ruleChoice } from './rule-words.ts'
import { useRuleHits } from './use-rule-hits.ts'

interface RuleHitsDrawerProps {
  /** Those of one place; at least one. */
  readonly rules: readonly AskedRule[]
  /** Of the ACL file, where they stand in a form. */
  readonly fileText?: string | undefined
  readonly onClose: () => void
}

/** Whom a rule hits of those who are connected: what it decides, what is decided before it, and what cannot be told. */
export function RuleHitsDrawer({ rules, fileText, onClose }: RuleHitsDrawerProps) {
  const [at, setAt] = useState(0)
  useClosedWhenLeft()
  const asked = rules[at]
  return (
    <DrawerShell title={m.open} isOpen onClose={onClose} size={640}>
      <div className={classes['hits']}>
        <p className={classes['rule']}>
          <Verbatim text={askedWords(rules)} wrap />
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
        {asked !== undefined && <Hits asked={asked} fileText={fileText} />}
      </div>
    </DrawerShell>
  )
}

interface HitsProps {
  readonly asked: AskedRule
  readonly fileText: string | undefined
}

function Hits({ asked, fileText }: HitsProps) {
  const { found, error, isFetching, refetch } = useRuleHits(asked, fileText)
  if (error !== null)
    return <ErrorState {...describeError(error)} onRetry={refetch} isRetrying={isFetching} />
  if (found !== undefined) return <FoundHitsList found={found} />
  return (
    <div aria-busy="true">
      <p className={classes['note']} role="status">
        {m.reading}
      </p>
      <Skeleton height={120} />
    </div>
  )
}
