import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { AskedRule } from './rule-hits.ts'

const RuleHitsDrawer = lazy(async () => ({
  default: (await import('./rule-hits-drawer.tsx')).RuleHitsDrawer,
}))

/** Opens what one of these rules hits; `fileText` is the ACL file as it stands in a form. */
export function askRuleHits(rules: readonly AskedRule[], fileText?: string): void {
  void askDialog<void>((close) => <RuleHitsDrawer rules={rules} fileText={fileText} onClose={close} />)
}
