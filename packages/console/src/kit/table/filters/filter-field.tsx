import { useState } from 'react'
import { timeZoneChoice } from '#i18n/format-time.ts'
import { fromDateTimeInput, toDateTimeInput } from '#lib/date-time-input.ts'
import { visibleText } from '#lib/visible-text.ts'
import { filters as m } from '../../messages/page.ts'
import type { DateTimeFilter, Filter, FilterValues, NumberFilter, SelectFilter } from './filter.ts'
import classes from './filter-field.module.css'
import { TextFilterField } from './text-filter-field.tsx'

interface FilterFieldProps<Kind extends Filter> {
  readonly filter: Kind
  readonly values: FilterValues
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

function SelectField({ filter, values, onChange }: FilterFieldProps<SelectFilter>) {
  const chosen = values[filter.key] ?? ''
  const isListed = chosen === '' || filter.options.some(({ value }) => value === chosen)
  return (
    <span className={classes['field']}>
      <select
        className={classes['input']}
        aria-label={filter.label}
        value={chosen}
        onChange={(event) => onChange({ [filter.key]: event.currentTarget.value })}
      >
        <option value="">{filter.isMain ? `${filter.label}: ${m.any}` : m.any}</option>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {!isListed && <option value={chosen}>{visibleText(chosen)}</option>}
      </select>
    </span>
  )
}

function NumberField({ filter, values, onChange }: FilterFieldProps<NumberFilter>) {
  const applied = values[filter.key] ?? ''
  const [typed, setTyped] = useState(applied)
  const [lastApplied, setLastApplied] = useState(applied)
  if (applied !== lastApplied) {
    setLastApplied(applied)
    setTyped(applied)
  }
  const apply = ({ value, validity }: HTMLInputElement) => {
    if (validity.valid && value !== applied) onChange({ [filter.key]: value })
  }
  return (
    <span className={classes['field']}>
      <input
        type="number"
        className={classes['input']}
        aria-label={filter.label}
        placeholder={filter.label}
        value={typed}
        min={filter.min}
        max={filter.max}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => apply(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
      />
    </span>
  )
}

function DateTimeField({ filter, values, onChange }: FilterFieldProps<DateTimeFilter>) {
  const isUtc = timeZoneChoice === 'utc'
  const ends = [
    { key: filter.from, sign: '≥', label: m.from(filter.label) },
    { key: filter.to, sign: '≤', label: m.to(filter.label) },
  ]
  return ends.map(({ key, sign, label }) =>
    key === undefined ? null : (
      <span key={key} className={classes['field']}>
        <span className={classes['sign']} aria-hidden="true">
          {sign}
        </span>
        <input
          key={values[key]}
          type="datetime-local"
          step={1}
          className={classes['input']}
          aria-label={label}
          defaultValue={toDateTimeInput(values[key], isUtc)}
          onBlur={(event) => {
            const instant = fromDateTimeInput(event.currentTarget.value, isUtc)
            if (instant !== values[key]) onChange({ [key]: instant })
          }}
        />
      </span>
    ),
  )
}

/** The control of one filter. */
export function FilterField({ filter, ...rest }: FilterFieldProps<Filter>) {
  switch (filter.kind) {
    case 'text':
      return <TextFilterField filter={filter} {...rest} />
    case 'select':
      return <SelectField filter={filter} {...rest} />
    case 'number':
      return <NumberField filter={filter} {...rest} />
    case 'date-time':
      return <DateTimeField filter={filter} {...rest} />
  }
}
