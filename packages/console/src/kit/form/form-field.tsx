import type { FocusEvent } from 'react'
import { classNames } from '#lib/class-names.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import type { ControlOf, ControlProps, FieldOf } from './controls/control-props.ts'
import { controls } from './controls/controls.ts'
import { m } from './controls/messages.ts'
import { readValue } from './controls/read-value.ts'
import type { Field, FieldKind, SelectField } from './field.ts'
import { fieldHelp } from './field-help.ts'
import classes from './form-field.module.css'
import { useFormMeta } from './form-meta.ts'
import { fieldAttribute } from './shell/focus-control.ts'
import { useFieldState } from './use-field-state.ts'

interface FormFieldProps {
  readonly field: Field
  /** Where its state stands: its path, below the row within rows. */
  readonly name: string
  /** Within a table, whose heads are the labels; the number of the row is part of the name. */
  readonly cell?: { readonly number: number } | undefined
}

/** Several elements: the label names the group. */
const groups: ReadonlySet<FieldKind> = new Set([
  'multi-select',
  'map',
  'list',
  'rows',
  'object',
  'union',
  'secret',
  'certificate',
  'file',
])
const wide: ReadonlySet<FieldKind> = new Set(['map', 'rows', 'object', 'union', 'json', 'certificate'])

/** A field of the table, drawn: its label, its control, what is wrong with it. */
export function FormField({ field, name, cell }: FormFieldProps) {
  const { faults, cautions, isChanged, isLocked, isNew, leave } = useFormMeta()
  const width = field.width ?? (wide.has(field.kind) ? 12 : 6)
  const whole = {
    [fieldAttribute]: name,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) leave(name)
    },
  }
  return (
    <LabelledField
      {...whole}
      className={classNames(classes['field'], classes[`w${width}`])}
      label={
        <>
          {field.label} {cell !== undefined && <span className="visually-hidden">{cell.number}</span>}
        </>
      }
      note={isOptional(field) ? m.optional : undefined}
      mark={!isNew && isChanged(name) ? m.changed : undefined}
      help={cell === undefined ? helpOf(field, name) : field.help}
      fault={faults.get(name)}
      caution={cautions.get(name)}
      isGroup={groups.has(field.kind)}
      isStrong={field.kind === 'object' || field.kind === 'union'}
      isCell={cell !== undefined}
    >
      {(control, labelId) => (
        <Control
          kind={field.kind}
          field={field}
          name={name}
          place={name}
          id={control.id}
          labelId={labelId}
          describedBy={control['aria-describedby']}
          hasFault={control.hasFault}
          isDisabled={isLocked || field.readOnly !== undefined}
          draw={(inner, innerName, innerCell) => (
            <FormField key={innerName} field={inner} name={innerName} cell={innerCell} />
          )}
        />
      )}
    </LabelledField>
  )
}

/** Of a choice whose options differ in what they need, the help of the chosen one. */
function helpOf(field: Field, name: string) {
  if (field.kind !== 'select' || field.options.every(({ help }) => help === undefined))
    return fieldHelp(field)
  return <OptionHelp field={field} name={name} />
}

function OptionHelp({ field, name }: { readonly field: SelectField; readonly name: string }) {
  const chosen = readValue.text(useFieldState(name).value)
  const { help } = field.options.find(({ value }) => String(value) === chosen) ?? {}
  return [help, fieldHelp(field)].filter((part) => part !== undefined).join(m.betweenSentences)
}

/** The control of the field's kind. */
function Control<Kind extends FieldKind>(props: { readonly kind: Kind } & ControlProps<FieldOf<Kind>>) {
  const { kind, ...rest } = props
  const One: ControlOf<FieldOf<Kind>> = controls[kind]
  return <One {...rest} />
}

/** May be left empty, and nothing takes its place then. */
function isOptional({ isRequired, isOmittedEmpty, default: byDefault }: Field): boolean {
  return isOmittedEmpty === true && isRequired !== true && byDefault === undefined
}
