import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useId, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { filters as m } from '../../messages/page.ts'
import type { FilterValues, TextFilter } from './filter.ts'
import classes from './filter-field.module.css'

interface TextFilterFieldProps {
  readonly filter: TextFilter
  readonly values: FilterValues
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Applied with Enter or on leaving: asking a broker for parts of names is too costly to do at every key. */
export function TextFilterField({ filter, values, onChange }: TextFilterFieldProps) {
  const { exact, contains, containsWord = m.contains, label, mono, useSuggestions } = filter
  const listId = useId()
  const isExactSet = exact !== undefined && values[exact] !== undefined
  const applied = (exact && values[exact]) || (contains && values[contains]) || ''
  // The whole text unless asked otherwise: comparing parts makes a broker look at everything it has.
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

/** As many as anybody looks through; what is typed finds the others. */
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
