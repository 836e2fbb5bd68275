import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useId, useState } from 'react'
import { timeZoneChoice } from '#i18n/format-time.ts'
import { addLabel } from '#i18n/sentences.ts'
import { filters as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { fromDateTimeInput, toDateTimeInput } from '#lib/date-time-input.ts'
import { visibleText } from '#lib/visible-text.ts'
import type {
  DateTimeFilter,
  Filter,
  FilterValues,
  NumberFilter,
  SelectFilter,
  TextFilter,
} from './filter.ts'
import classes from './filter-field.module.css'

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
        <option value="">{filter.isMain ? addLabel(filter.label, m.any) : m.any}</option>
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

/** Renders the control of a filter. */
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

interface TextFilterFieldProps {
  readonly filter: TextFilter
  readonly values: FilterValues
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Applies the text on Enter or blur: searching parts of names at every key press would cost the broker too much. */
function TextFilterField({ filter, values, onChange }: TextFilterFieldProps) {
  const { exact, contains, containsWord = m.contains, label, mono, useSuggestions } = filter
  const listId = useId()
  const isExactSet = exact !== undefined && values[exact] !== undefined
  const applied = (exact && values[exact]) || (contains && values[contains]) || ''
  // The whole text is matched by default: matching parts makes a broker scan everything it has.
  const [isExact, setExact] = useState(
    exact !== undefined && (contains === undefined || values[contains] === undefined),
  )
  const [typed, setTyped] = useState(applied)
  const [lastApplied, setLastApplied] = useState(applied)
  if (applied !== lastApplied) {
    setLastApplied(applied)
    setTyped(applied)
    if (applied !== '') setExact(isExactSet)
  }
  const apply = (text: string, asExact: boolean) => {
    const isSame = text === applied && (text === '' || asExact === isExactSet)
    if (isSame) return
    onChange({
      ...(exact === undefined ? {} : { [exact]: asExact ? text : undefined }),
      ...(contains === undefined ? {} : { [contains]: asExact ? undefined : text }),
    })
  }
  return (
    <span className={classes['field']}>
      {exact !== undefined && contains !== undefined && (
        <span className={classes['operator']}>
          <select
            aria-label={m.match(label)}
            value={isExact ? 'exact' : 'contains'}
            onChange={(event) => {
              const asExact = event.currentTarget.value === 'exact'
              setExact(asExact)
              apply(typed, asExact)
            }}
          >
            <option value="exact">{m.exact}</option>
            <option value="contains">{containsWord}</option>
          </select>
          <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </span>
      )}
      <input
        type="search"
        className={classNames(classes['input'], mono && 'mono')}
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        {...(useSuggestions === undefined ? {} : { list: listId })}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => apply(typed, isExact)}
        onKeyDown={(event) => event.key === 'Enter' && apply(typed, isExact)}
      />
      {useSuggestions !== undefined && <Suggestions id={listId} useSuggestions={useSuggestions} />}
    </span>
  )
}

/** The maximum number of suggestions; further values are found by typing. */
const mostSuggested = 500

function Suggestions({
  id,
  useSuggestions,
}: { readonly id: string } & Required<Pick<TextFilter, 'useSuggestions'>>) {
  return (
    <datalist id={id}>
      {useSuggestions()
        .slice(0, mostSuggested)
        .map((value) => (
          <option key={value} value={value} />
        ))}
    </datalist>
  )
}
