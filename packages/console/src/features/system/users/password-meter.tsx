import { users as m } from '#features/system/messages/accounts.ts'
import {
  type PasswordStrength,
  passwordStrength,
  passwordStrengths,
} from '#features/system/password/password-strength.ts'
import { readValue } from '#kit/form/controls/control-props.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { Meter } from '#ui/meter.tsx'
import classes from './password-meter.module.css'

const words: Record<PasswordStrength, string> = {
  refused: m.strengthRefused,
  weak: m.strengthWeak,
  good: m.strengthGood,
  strong: m.strengthStrong,
}
const levels = { refused: 'bad', weak: 'warn', good: 'normal', strong: 'normal' } as const

/** Shows the strength of the password while it is typed. `path` is the path of the password field. */
export function PasswordMeter({ path }: { readonly path: string }) {
  const { value } = useFieldState(path)
  const password = readValue.text(readValue.parts(value)['text'])
  if (password === '') return null
  const strength = passwordStrength(password)
  const share = (passwordStrengths.indexOf(strength) + 1) / passwordStrengths.length
  return (
    <p className={classes['line']} aria-live="polite">
      <Meter value={share} label={m.strength} level={levels[strength]} />
      {words[strength]}
    </p>
  )
}
