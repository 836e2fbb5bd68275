import type { MapField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { CellBox } from './cell-box.tsx'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import { RowList } from './row-list.tsx'

/** Edits names and their values, in the order in which they were typed. */
export function MapControl(props: ControlProps<MapField>) {
  const { field, name, place, isDisabled } = props
  const { keyLabel, valueLabel, valueRange, isTemplate } = field
  const { value, change } = useFieldState(name)
  const rows = readValue.rows(value)
  const set = (at: number, part: 'key' | 'value', text: string) =>
    change(rows.map((row, each) => (each === at ? { ...row, [part]: text } : row)))
  return (
    <div {...groupAttributes(props)}>
      <RowList
        count={rows.length}
        heads={[{ label: keyLabel }, { label: valueLabel }]}
        addLabel={m.add}
        isDisabled={isDisabled}
        onAdd={() => change([...rows, { key: '', value: '' }])}
        onRemove={(at) => change(rows.toSpliced(at, 1))}
        row={(at, next) => (
          <>
            <CellBox
              name={`${place}.${at}.key`}
              label={m.inRow(keyLabel, at + 1)}
              placeholder={keyLabel}
              value={readValue.text(rows[at]?.['key'])}
              isDisabled={isDisabled}
              isTemplate={isTemplate}
              onNext={next}
              onChange={(text) => set(at, 'key', text)}
            />
            <CellBox
              name={`${place}.${at}.value`}
              label={m.inRow(valueLabel, at + 1)}
              placeholder={valueRange === undefined ? valueLabel : `${valueRange.min} – ${valueRange.max}`}
              inputMode={valueRange === undefined ? 'text' : 'numeric'}
              value={readValue.text(rows[at]?.['value'])}
              isDisabled={isDisabled}
              isTemplate={isTemplate}
              onNext={next}
              onChange={(text) => set(at, 'value', text)}
            />
          </>
        )}
      />
    </div>
  )
}
