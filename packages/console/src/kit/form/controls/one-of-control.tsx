import type { OneOfField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import { ToggleInput } from '#ui/toggle-input.tsx'
import {
  type ControlOf,
  type ControlProps,
  controlAttributes,
  type FieldOf,
  readValue,
} from './control-props.ts'
import classes from './controls.module.css'
import { ListControl } from './list-control.tsx'
import { MapControl } from './map-control.tsx'
import { MultiSelectControl } from './multi-select-control.tsx'
import { scalarControls } from './scalar-controls.tsx'

type InnerKind = OneOfField['inner']['kind']

const innerControls: { readonly [Kind in InnerKind]: ControlOf<FieldOf<Kind>> } = {
  ...scalarControls,
  'multi-select': MultiSelectControl,
  list: ListControl,
  map: MapControl,
}

const amounts: ReadonlySet<InnerKind> = new Set(['duration', 'byte-size', 'rate'])

/** Shows a switch for the word, and while it is off the control for a value. Typed text survives the switch. */
export function OneOfControl(props: ControlProps<OneOfField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const state = readValue.parts(value)
  const isWord = state['isWord'] === true
  const byDefault = field.default === field.word ? undefined : field.default
  const inner: OneOfField['inner'] = {
    ...field.inner,
    label: field.label,
    ...(byDefault === undefined ? {} : { default: byDefault }),
  }
  return (
    <div className={classes['oneOf']}>
      {!isWord && (
        <div className={classNames(classes['inner'], amounts.has(inner.kind) && classes['amount'])}>
          <Inner {...props} kind={inner.kind} field={inner} name={`${name}.value`} />
        </div>
      )}
      <ToggleInput
        {...(isWord ? controlAttributes(props) : {})}
        label={m.wordOf(field.label, field.wordLabel)}
        aria-invalid={(isWord && hasFault) || undefined}
        isOn={isWord}
        isDisabled={isDisabled}
        note={field.wordLabel}
        onChange={(next) => change({ ...state, isWord: next })}
      />
    </div>
  )
}

function Inner<Kind extends InnerKind>(props: { readonly kind: Kind } & ControlProps<FieldOf<Kind>>) {
  const { kind, ...rest } = props
  const One: ControlOf<FieldOf<Kind>> = innerControls[kind]
  return <One {...rest} />
}
