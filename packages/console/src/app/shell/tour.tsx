import { useEffect, useEffectEvent, useState } from 'react'
import { tour as m } from '#app/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useGo } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import classes from './help-dialog.module.css'

const steps = [
  { address: linkTo('overview'), text: m.overview },
  { address: linkTo('clients'), text: m.clients },
  { address: linkTo('topicExplorer'), text: m.explorer },
  { address: linkTo('flows'), text: m.flows },
  { address: linkTo('why'), text: m.why },
] as const

/**
 * Guides through five pages, one after the other, with an explanation of each. The tour lies beside the page, which
 * stays usable.
 */
export function Tour({ onClose }: { onClose(): void }) {
  const [at, setAt] = useState(0)
  const goTo = useGo()
  const go = (to: number) => {
    const step = steps[to]
    if (step === undefined) return
    setAt(to)
    void goTo(step.address)
  }
  const begin = useEffectEvent(() => go(0))
  useEffect(() => begin(), [])
  const { text } = steps[at] ?? steps[0]
  const isLast = at === steps.length - 1
  return (
    <section className={classes['tour']} aria-label={m.title}>
      <p aria-live="polite">
        <strong>{m.stepOf(formatNumber(at + 1), formatNumber(steps.length))}</strong> {text}
      </p>
      <div className={classes['steps']}>
        {at > 0 && (
          <Button size="small" onClick={() => go(at - 1)}>
            {m.back}
          </Button>
        )}
        {!isLast && (
          <Button size="small" variant="primary" onClick={() => go(at + 1)}>
            {m.next}
          </Button>
        )}
        <Button size="small" variant={isLast ? 'primary' : 'quiet'} onClick={onClose}>
          {m.end}
        </Button>
      </div>
    </section>
  )
}
