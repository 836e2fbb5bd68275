import { Segmented } from '#ui/segmented.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { controls as m } from '../../messages/form.ts'
import type { UnionField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { pathWithin } from '../values-at.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { groupAttributes } from './group-attributes.ts'
import { readValue } from './read-value.ts'

const FEW = 3

/** Which of several shapes, then its fields. What stands in the fields of another shape is kept until it is sent. */
export function UnionControl(props: ControlProps<UnionField>) {
  const { field, name, isDisabled, hasFault, draw } = props
  const { value, change } = useFieldState(pathWithin(name, '$variant'))
  const chosen = readValue.text(value)
  const variant = field.variants.find(({ id }) => id === chosen)
  const options = field.variants.map(({ id, label }) => ({ value: id, label }))
  return (
    <div {...groupAttributes(props)} className={classes['union']}>
      {options.length > FEW || isDisabled || variant === undefined ? (
        <div className={classes['half']}>
          <SelectBox
            aria-label={m.kindOf(field.label)}
            value={chosen}
            options={options}
            hasFault={hasFault}
            isLocked={isDisabled}
            onChange={change}
          />
        </div>
      ) : (
        <div>
          <Segmented label={m.kindOf(field.label)} value={chosen} options={options} onChange={change} />
        </div>
      )}
      {variant !== undefined && variant.fields.length > 0 && (
        <div className={classes['grid']}>{variant.fields.map((inner) => draw(inner, inner.path))}</div>
      )}
    </div>
  )
}
