import { lazy } from 'react'
import { hits as m } from '#features/access/messages/access-walk.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Button } from '#ui/button.tsx'
import type { AskedRule } from './rule-hits.ts'

const RuleHitsDrawer = lazy(async () => ({
  default: (await import('./rule-hits-drawer.tsx')).RuleHitsDrawer,
}))

/**
 * Opens the drawer that shows which clients and subscriptions these rules hit; `fileText` is the ACL file as it
 * stands in a form.
 */
export function askRuleHits(rules: readonly AskedRule[], fileText?: string): void {
  void askDialog<void>((close) => <RuleHitsDrawer rules={rules} fileText={fileText} onClose={close} />)
}

interface HitsButtonProps {
  readonly rule: AskedRule
  /** Returns the text of the ACL file as it stands in a form. */
  readonly fileText?: () => string
}

/** Opens the hits of one rule; the button stands beside the rule in a list of rules. */
export function HitsButton({ rule, fileText }: HitsButtonProps) {
  return (
    <Button size="small" variant="quiet" onClick={() => askRuleHits([rule], fileText?.())}>
      {m.open} <span className="visually-hidden">{m.openOf(formatNumber(rule.placed.number))}</span>
    </Button>
  )
}
