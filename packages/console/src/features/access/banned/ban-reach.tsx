import { banKinds } from '@brokerdeck/contract/access/banned.ts'
import { banImpacts } from '#domain/client/ban-kind-names.ts'
import { readValue } from '#kit/form/controls/read-value.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { coversEverybody } from './ban-fault.ts'
import { m } from './messages.ts'

/** What the ban that is being written would do. */
export function BanReach() {
  const kind = readValue.text(useFieldState('as').value)
  const who = readValue.text(useFieldState('who').value)
  const as = banKinds.find((known) => known === kind)
  if (as === undefined) return null
  return (
    <p className="support" aria-live="polite">
      {banImpacts[as]} {(as === 'clientid_re' || as === 'username_re') && m.anywhere}{' '}
      {coversEverybody(as, who) && <strong>{m.everybody}</strong>}
    </p>
  )
}
