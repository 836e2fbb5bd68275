import { type FocusEvent, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import type { ControlOf, ControlProps, FieldOf } from './controls/control-props.ts'
import { controls } from './controls/controls.ts'
import { m } from './controls/messages.ts'
import type { Field, FieldKind } from './field.ts'
import { FieldFault } from './field-fault.tsx'
import { fieldHelp } from './field-help.ts'
import classes from './form-field.module.css'
import { useFormMeta } from './form-meta.ts'
import { fieldAttribute } from './shell/focus-control.ts'

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

/** A field as a person meets it: label, control, help, and what is wrong with it. */
export function FormField({ field, name, cell }: FormFieldProps) {
  const id = useId()
  const { faults, isChanged, isLocked, leave } = useFormMeta()
  const fault = faults.get(name)
  const help = fieldHelp(field)
  const hasChange = isChanged(name)
  const ids = { label: `${id}-label`, help: `${id}-help`, fault: `${id}-fault`, changed: `${id}-changed` }
  const said = [fault !== undefined && ids.fault, help !== undefined && ids.help, hasChange && ids.changed]
  const describedBy = classNames(...said)
  const isGroup = groups.has(field.kind)
  const width = field.width ?? (wide.has(field.kind) ? 12 : 6)
  const label = (
    <>
      {field.label} {cell !== undefined && <span className="visually-hidden">{cell.number}</span>}
    </>
  )
  const whole = {
    [fieldAttribute]: name,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) leave(name)
    },
  }
  return (
    <div
      className={classNames(
        classes['field'],
        classes[`w${width}`],
        cell !== undefined && classes['cell'],
        (field.kind === 'object' || field.kind === 'union') && classes['group'],
      )}
      {...whole}
    >
      <div className={classes['head']}>
        {isGroup ? (
          <span id={ids.label} className={classes['label']}>
            {label}
          </span>
        ) : (
          <label id={ids.label} htmlFor={id} className={classes['label']}>
            {label}
          </label>
        )}
        {isOptional(field) && <span className={classes['optional']}>{m.optional}</span>}
        {hasChange && (
          <span id={ids.changed} className={classes['changed']} title={m.changed}>
            <span className="visually-hidden">{m.changed}</span>
          </span>
        )}
      </div>
      <Control
        kind={field.kind}
        field={field}
        name={name}
        place={name}
        id={id}
        labelId={ids.label}
        describedBy={describedBy === '' ? undefined : describedBy}
        hasFault={fault !== undefined}
        isDisabled={isLocked || field.readOnly !== undefined}
        draw={(inner, innerName, innerCell) => (
          <FormField key={innerName} field={inner} name={innerName} cell={innerCell} />
        )}
      />
      {fault !== undefined && <FieldFault id={ids.fault}>{fault}</FieldFault>}
      {help !== undefined && (
        <p id={ids.help} className={classes['help']}>
          {help}
        </p>
      )}
    </div>
  )
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
