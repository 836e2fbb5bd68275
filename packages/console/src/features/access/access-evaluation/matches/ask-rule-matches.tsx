import { lazy } from 'react'
import { matches as m } from '#features/access/messages/access-evaluation.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Button } from '#ui/button.tsx'
import type { AskedRule } from './rule-matches.ts'

const RuleMatchesDrawer = lazy(async () => ({
  default: (await import('./rule-matches-drawer.tsx')).RuleMatchesDrawer,
}))

/**
 * Opens the drawer that shows which clients and subscriptions these rules hit; `fileText` is the ACL file as it
 * stands in a form.
 */
export function askRuleMatches(rules: readonly AskedRule[], fileText?: string): void {
  void askDialog<void>((close) => <RuleMatchesDrawer rules={rules} fileText={fileText} onClose={close} />)
}

interface MatchesButtonProps {
  readonly rule: AskedRule
  /** Returns the text of the ACL file as it stands in a form. */
  readonly fileText?: () => string
}

/** Opens the hits of one rule; the button stands beside the rule in a list of rules. */
export function MatchesButton({ rule, fileText }: MatchesButtonProps) {
  return (
    <Button size="small" variant="quiet" onClick={() => askRuleMatches([rule], fileText?.())}>
      {m.open} <span className="visually-hidden">{m.openOf(formatNumber(rule.placed.number))}</span>
    </Button>
  )
}
