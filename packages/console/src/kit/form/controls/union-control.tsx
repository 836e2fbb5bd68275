import { startState } from '#kit/form/codec.ts'
import type { UnionField } from '#kit/form/field.ts'
import { useFieldState, useFormStore } from '#kit/form/form-store.ts'
import { formValueAt, pathWithin, sameValue } from '#kit/form/form-value.ts'
import { allFields } from '#kit/form/visibility.ts'
import { controls as m } from '#kit/messages/form.ts'
import { Segmented } from '#ui/segmented.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import classes from './controls.module.css'

const FEW = 3

/**
 * Offers a choice of shapes, then the fields of the chosen shape. Input in the fields of another shape is kept until
 * the form is sent.
 */
export function UnionControl(props: ControlProps<UnionField>) {
  const { field, name, isDisabled, hasFault, draw } = props
  const { value } = useFieldState(pathWithin(name, '$variant'))
  const store = useFormStore()
  const chosen = readValue.text(value)
  const variant = field.variants.find(({ id }) => id === chosen)
  const choose = (id: string) => {
    store.change(pathWithin(name, '$variant'), id)
    // A setting of both shapes that the user has not changed starts with the default of the new shape.
    const before = new Map(allFields(variant?.fields ?? []).map((one) => [one.path, one]))
    for (const next of allFields(field.variants.find((one) => one.id === id)?.fields ?? [])) {
      const was = before.get(next.path)
      const state = formValueAt(store.current().values, next.path)
      if (
        was?.kind === next.kind &&
        (was.start ?? next.start) !== undefined &&
        sameValue(state, startState(was))
      )
        store.change(next.path, startState(next))
    }
  }
  const options = field.variants.map(({ id, label }) => ({ value: id, label }))
  return (
    <div {...groupAttributes(props)} className={classes['union']}>
      {options.length === 1 && variant !== undefined ? (
        <div className={classes['line']}>{variant.label}</div>
      ) : options.length > FEW || isDisabled || variant === undefined ? (
        <div className={classes['half']}>
          <SelectBox
            aria-label={m.kindOf(field.label)}
            value={chosen}
            options={options}
            hasFault={hasFault}
            isLocked={isDisabled}
            onChange={choose}
          />
        </div>
      ) : (
        <div>
          <Segmented label={m.kindOf(field.label)} value={chosen} options={options} onChange={choose} />
        </div>
      )}
      {variant !== undefined && variant.fields.length > 0 && (
        <div className={classes['grid']}>{variant.fields.map((inner) => draw(inner, inner.path))}</div>
      )}
    </div>
  )
}
