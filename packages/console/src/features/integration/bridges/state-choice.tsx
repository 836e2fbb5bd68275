import { bridges as m } from '#features/integration/bridges/messages/bridges.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { changeFilters, type FilterValues } from '#kit/table/filters/filter.ts'
import { Segmented } from '#ui/segmented.tsx'
import { matchesBridge } from './bridge-parts.tsx'
import type { Bridge } from './bridge-state.ts'

interface Choice {
  readonly value: string
  readonly label: string
  readonly filter: FilterValues
}

const choices: readonly Choice[] = [
  { value: 'all', label: m.all, filter: {} },
  { value: 'problem', label: m.problems, filter: { status: 'problem' } },
  { value: 'connected', label: m.connected, filter: { status: 'connected' } },
  { value: 'disabled', label: m.disabled, filter: { enable: 'false' } },
]

interface StateChoiceProps {
  readonly items: readonly Bridge[]
  readonly filter: FilterValues
  readonly onChange: (to: FilterValues) => void
}

/** Shows how many items are in each state, and filters the list by a state at the press of a button. */
export function StateChoice({ items, filter, onChange }: StateChoiceProps) {
  const chosen = choices.find(
    ({ filter: wanted }) => wanted['status'] === filter['status'] && wanted['enable'] === filter['enable'],
  )
  return (
    <Segmented
      label={m.state}
      value={chosen?.value ?? ''}
      options={choices.map(({ value, label, filter: wanted }) => ({
        value,
        label: `${label} ${formatNumber(items.filter((one) => matchesBridge(one, wanted)).length)}`,
      }))}
      onChange={(value) => {
        const to: FilterValues = choices.find((one) => one.value === value)?.filter ?? {}
        onChange(changeFilters(filter, { status: to['status'], enable: to['enable'] }))
      }}
    />
  )
}
