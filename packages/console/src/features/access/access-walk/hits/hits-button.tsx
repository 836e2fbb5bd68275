import { formatNumber } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { hits as m } from '../../messages/access-walk.ts'
import { askRuleHits } from './ask-rule-hits.tsx'
import type { AskedRule } from './rule-hits.ts'

interface HitsButtonProps {
  readonly rule: AskedRule
  /** The ACL file as it stands in a form. */
  readonly fileText?: () => string
}

/** Beside one rule of several: whom it hits. */
export function HitsButton({ rule, fileText }: HitsButtonProps) {
  return (
    <Button size="small" variant="quiet" onClick={() => askRuleHits([rule], fileText?.())}>
      {m.open} <span className="visually-hidden">{m.openOf(formatNumber(rule.placed.number))}</span>
    </Button>
  )
}
