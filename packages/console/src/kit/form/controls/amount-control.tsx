import { useState } from 'react'
import type { ScalarField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { TextBox } from '#ui/field-box.tsx'
import { ChoiceBox } from '#ui/select-box.tsx'
import { type ControlProps, controlAttributes, readValue } from './control-props.ts'
import { defaultText } from './default-text.ts'

interface AmountControlProps extends ControlProps<ScalarField> {
  /** The units, in the spelling that follows the number. */
  readonly units: readonly string[]
  /** The unit of a bare number. */
  readonly bareUnit: string
}

/**
 * A number with a choice of its unit. The unit, or several of them (`1h30m`), may also be typed: typed text stays
 * text until the control loses the focus.
 */
export function AmountControl(props: AmountControlProps) {
  const { field, name, hasFault, isDisabled, units, bareUnit } = props
  const { value, change } = useFieldState(name)
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const text = readValue.text(value)
  const byDefault = splitAmount(defaultText(field) ?? '')
  const { number, unit: written } = splitAmount(text)
  const fallback = chosen ?? byDefault.unit ?? units.find((one) => one === 's') ?? units[0] ?? ''
  const unit = text === '' ? fallback : written
  const shown = typed ?? number
  const hasUnit = unit !== undefined && !/[^\d.]/.test(shown)
  const labels = units.map((one) => ({ value: one, label: one }))
  const isBare = unit === ''
  return (
    <TextBox
      {...controlAttributes(props)}
      value={shown}
      inputMode={hasUnit ? 'decimal' : 'text'}
      placeholder={unit === byDefault.unit ? byDefault.number : defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={(next) => {
        setTyped(next)
        change(/^[\d.]+$/.test(next) ? `${next}${unit ?? fallback}` : next)
      }}
      onBlur={() => setTyped(undefined)}
      end={
        hasUnit && (
          <ChoiceBox
            isUnit
            aria-label={m.unitOf(field.label)}
            value={unit}
            options={isBare ? [{ value: '', label: bareUnit }, ...labels] : labels}
            isLocked={isDisabled}
            onChange={(next) => {
              setChosen(next)
              if (text !== '') change(`${number}${next}`)
            }}
          />
        )
      }
    />
  )
}

interface Amount {
  /** The number; the whole text if it is not a single number with a single unit. */
  readonly number: string
  /** The unit; empty for a bare number, undefined if the text has no single unit. */
  readonly unit: string | undefined
}

/** Splits `15s` into 15 and `s`, `10MB/s` into 10 and `MB/s`; `1h30m` stays whole. */
function splitAmount(text: string): Amount {
  const [, number, unit] = /^(\d+(?:\.\d*)?)([^\d]*)$/.exec(text) ?? []
  return number === undefined ? { number: text, unit: undefined } : { number, unit: unit ?? '' }
}
