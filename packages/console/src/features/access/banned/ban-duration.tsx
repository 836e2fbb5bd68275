import { timeZoneChoice } from '#i18n/time-zone.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { toDateTimeInput } from '#lib/date-time-input.ts'
import { Button } from '#ui/button.tsx'
import classes from './ban-duration.module.css'
import { m } from './messages.ts'

const choices = [
  { days: 7, label: m.days(7) },
  { days: 30, label: m.days(30) },
  { days: 365, label: m.year },
] as const

/** Sets the end of the ban that is being written by how long it shall hold. */
export function BanDuration() {
  const { change } = useFieldState('until')
  const endAfter = (days: number) => {
    const end = new Date(Date.now() + days * 86_400_000).toISOString()
    change({ isNever: false, text: toDateTimeInput(end, timeZoneChoice === 'utc') })
  }
  return (
    <fieldset className={classes['duration']} aria-label={m.endsAfter}>
      <span className="support">{m.endsAfter}</span>
      {choices.map(({ days, label }) => (
        <Button key={days} size="small" onClick={() => endAfter(days)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
