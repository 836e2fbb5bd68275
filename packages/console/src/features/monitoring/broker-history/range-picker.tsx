import { Segmented } from '#ui/segmented.tsx'
import { type HistoryRange, historyRanges } from './history-ranges.ts'
import { m } from './messages.ts'

const labels: Record<HistoryRange, string> = {
  '1h': m.short1h,
  '6h': m.short6h,
  '12h': m.short12h,
  '1d': m.short1d,
  '3d': m.short3d,
  '7d': m.short7d,
}

interface RangePickerProps {
  readonly value: HistoryRange
  readonly onChange: (range: HistoryRange) => void
}

export function RangePicker({ value, onChange }: RangePickerProps) {
  const options = historyRanges.map((range) => ({ value: range, label: labels[range] }))
  return <Segmented label={m.range} value={value} options={options} onChange={onChange} />
}
