import { formatDateTime } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Chip } from '#ui/chip.tsx'
import { type Filter, type FilterValues, filterKeys } from './filter.ts'

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

/** The conditions in force that have no control in the bar, each with a way to lift it. */
export function FilterChips({ filters, values, onChange }: FilterChipsProps) {
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
