import { timeZoneChoice } from '#i18n/time-zone.ts'
import { readValue } from '#kit/form/controls/read-value.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { fromDateTimeInput, toDateTimeInput } from '#lib/date-time-input.ts'
import { Button } from '#ui/button.tsx'
import { m } from './messages.ts'
import classes from './trace.module.css'

const choices = [5, 15, 30, 60] as const
const isUtc = timeZoneChoice === 'utc'

/** Sets the end by how long the trace shall run. */
export function TraceDuration() {
  const start = readValue.text(readValue.parts(useFieldState('start_at').value)['text'])
  const { change } = useFieldState('end_at')
  const endAfter = (minutes: number) => {
    const from = Date.parse(fromDateTimeInput(start, isUtc) ?? '')
    const begin = Number.isNaN(from) ? Date.now() : Math.max(from, Date.now())
    const end = new Date(begin + minutes * 60_000).toISOString()
    change({ isNever: false, text: toDateTimeInput(end, isUtc) })
  }
  return (
    <fieldset className={classes['duration']} aria-label={m.duration}>
      <span className="support">{m.duration}</span>
      {choices.map((minutes) => (
        <Button key={minutes} size="small" onClick={() => endAfter(minutes)}>
          {m.minutes(minutes)}
        </Button>
      ))}
    </fieldset>
  )
}
