import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ReactNode } from 'react'
import { formatDateTime } from '#i18n/format-time.ts'
import { filters as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ui as uiWords } from '#ui/messages.ts'
import { Popover } from '#ui/overlays.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import { changeFilters, type Filter, type FilterValues, filterKeys } from './filter.ts'
import classes from './filter-bar.module.css'
import { FilterField } from './filter-field.tsx'

interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly values: FilterValues
  /** Called with the new values; the page stores them in the URL and goes to the first page. */
  readonly onChange: (values: FilterValues) => void
}

function hasNoOperator(filter: Filter): boolean {
  return filter.kind === 'text' && (filter.exact === undefined || filter.contains === undefined)
}

/** Shows the main filters as controls, the other filters behind a button and, when set, as chips. */
export function FilterBar({ filters, values, onChange }: FilterBarProps) {
  const isPhone = useIsPhone()
  const main = filters.filter((filter) => filter.isMain).slice(0, isPhone ? 1 : undefined)
  const more = filters.filter((filter) => !main.includes(filter))
  const isActive = filters.some((filter) => filterKeys(filter).some((key) => values[key] !== undefined))
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    onChange(changeFilters(values, changes))
  const clear = () => {
    const none = filters.flatMap(filterKeys).map((key) => [key, undefined] as const)
    change(Object.fromEntries(none))
  }
  return (
    <search className={classes['filters']} aria-label={m.filters}>
      {main.map((filter) => (
        <span
          key={filter.label}
          className={classNames(classes[filter.kind], hasNoOperator(filter) && classes['plain'])}
        >
          <FilterField filter={filter} values={values} onChange={change} />
        </span>
      ))}
      {more.length > 0 && (
        <Popover
          label={m.filter}
          trigger={(trigger) => (
            <Button {...trigger} size="small" icon={<IconPlus size={16} stroke={1.5} aria-hidden />}>
              {m.filter}
            </Button>
          )}
        >
          {() => (
            <div className={classes['more']}>
              {more.map((filter) => (
                <div key={filter.label} className={classes['entry']}>
                  <span className={classes['label']} aria-hidden="true">
                    {filter.label}
                  </span>
                  <FilterField filter={filter} values={values} onChange={change} />
                </div>
              ))}
            </div>
          )}
        </Popover>
      )}
      <FilterChips filters={more} values={values} onChange={change} />
      {isActive && (
        <Button size="small" variant="quiet" onClick={clear}>
          {m.clear}
        </Button>
      )}
    </search>
  )
}

interface FilterChipsProps {
  readonly filters: readonly Filter[]
  readonly values: FilterValues
  readonly onChange: (changes: Readonly<Record<string, undefined>>) => void
}

function describe(filter: Filter, key: string, value: string): string {
  switch (filter.kind) {
    case 'text':
      return key === filter.contains ? `…${visibleText(value)}…` : visibleText(value)
    case 'select':
      return filter.options.find((option) => option.value === value)?.label ?? visibleText(value)
    case 'number':
      return value
    case 'date-time':
      return `${key === filter.from ? '≥' : '≤'} ${formatDateTime(value)}`
  }
}

/** Shows the active conditions that have no control in the bar, each with a button that removes it. */
function FilterChips({ filters, values, onChange }: FilterChipsProps) {
  return filters.flatMap((filter) =>
    filterKeys(filter).map((key) => {
      const value = values[key]
      if (value === undefined) return null
      return (
        <Chip key={key} label={filter.label} onRemove={() => onChange({ [key]: undefined })}>
          {describe(filter, key, value)}
        </Chip>
      )
    }),
  )
}

interface ChipProps {
  readonly label: string
  readonly children: ReactNode
  readonly onRemove: () => void
}

/** An active condition that can be removed: "listener tcp:default ×". */
function Chip({ label, children, onRemove }: ChipProps) {
  return (
    <span className={classes['chip']}>
      <span className={classes['chipLabel']}>{label}</span>
      <span className={classes['value']}>{children}</span>
      <button
        type="button"
        className={classes['remove']}
        aria-label={uiWords.remove(label)}
        onClick={onRemove}
      >
        <IconX size={12} stroke={1.5} aria-hidden />
      </button>
    </span>
  )
}
