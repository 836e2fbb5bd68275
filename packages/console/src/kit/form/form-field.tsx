import { type FocusEvent, memo } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { CertificateControl } from '#kit/form/controls/certificate-control.tsx'
import {
  type ControlOf,
  type ControlProps,
  type FieldOf,
  groupAttributes,
  isSoleChoice,
  readValue,
} from '#kit/form/controls/control-props.ts'
import controlsClasses from '#kit/form/controls/controls.module.css'
import { defaultText, saysDefault } from '#kit/form/controls/default-text.ts'
import { FileControl } from '#kit/form/controls/file-control.tsx'
import { ListControl } from '#kit/form/controls/list-control.tsx'
import { MapControl } from '#kit/form/controls/map-control.tsx'
import { MomentControl } from '#kit/form/controls/moment-control.tsx'
import { MultiSelectControl } from '#kit/form/controls/multi-select-control.tsx'
import { OneOfControl } from '#kit/form/controls/one-of-control.tsx'
import { RowsControl } from '#kit/form/controls/rows-control.tsx'
import { scalarControls } from '#kit/form/controls/scalar-controls.tsx'
import { SecretControl } from '#kit/form/controls/secret-control.tsx'
import { UnionControl } from '#kit/form/controls/union-control.tsx'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import { controls as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import type { Field, FieldKind, ObjectField, SelectField } from './field.ts'
import classes from './form-field.module.css'
import { useFieldState, useFormMarks, useFormStore } from './form-store.ts'

/** Draws the fields of an object under one heading. */
function ObjectControl(props: ControlProps<ObjectField>) {
  return (
    <div {...groupAttributes(props)} className={controlsClasses['grid']}>
      {props.field.fields.map((field) => props.draw(field, field.path))}
    </div>
  )
}

/** The controls by kind of field: a kind without a control does not compile. */
const controls: { readonly [Kind in FieldKind]: ControlOf<FieldOf<Kind>> } = {
  ...scalarControls,
  'one-of': OneOfControl,
  'multi-select': MultiSelectControl,
  secret: SecretControl,
  moment: MomentControl,
  list: ListControl,
  map: MapControl,
  rows: RowsControl,
  object: ObjectControl,
  union: UnionControl,
  certificate: CertificateControl,
  file: FileControl,
}

interface FormFieldProps {
  readonly field: Field
  /** The path of the state: the path of the field, below the row within rows. */
  readonly name: string
  /** The row number within a table, whose heads are the labels; the number is part of the accessible name. */
  readonly row?: number | undefined
}

/** The kinds whose control has several elements: the label names the group. */
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

/** Draws a field of the form: its label, its control, its error. Typing elsewhere does not render it again. */
export const FormField = memo(function FormField({ field, name, row }: FormFieldProps) {
  const { leave } = useFormStore()
  const fault = useFormMarks(({ faultAt }) => faultAt.get(name))
  const caution = useFormMarks(({ cautionAt }) => cautionAt.get(name))
  const isMarked = useFormMarks(({ isNew, changed }) => !isNew && changed.has(name))
  const isLocked = useFormMarks((marks) => marks.isLocked)
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
          {field.label} {row !== undefined && <span className="visually-hidden">{row}</span>}
        </>
      }
      note={isMarkedOptional(field) ? m.optional : undefined}
      mark={isMarked ? m.changed : undefined}
      help={row === undefined ? renderHelp(field, name) : field.help}
      fault={fault}
      caution={caution}
      isGroup={groups.has(field.kind) || isSoleChoice(field)}
      isStrong={field.kind === 'object' || field.kind === 'union'}
      isCell={row !== undefined}
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
          draw={drawField}
        />
      )}
    </LabelledField>
  )
})

const drawField: ControlProps<Field>['draw'] = (field, name, row) => (
  <FormField key={name} field={field} name={name} row={row} />
)

/** If the options of a choice have help of their own, the help of the chosen option is shown. */
function renderHelp(field: Field, name: string) {
  if (field.kind !== 'select' || field.options.every(({ help }) => help === undefined))
    return fieldHelp(field)
  return <OptionHelp field={field} name={name} />
}

function OptionHelp({ field, name }: { readonly field: SelectField; readonly name: string }) {
  const chosen = readValue.text(useFieldState(name).value)
  const { help } = field.options.find(({ value }) => String(value) === chosen) ?? {}
  return [help, fieldHelp(field)].filter((part) => part !== undefined).join(m.betweenSentences)
}

/** Renders the control for the field's kind. */
function Control<Kind extends FieldKind>(props: { readonly kind: Kind } & ControlProps<FieldOf<Kind>>) {
  const { kind, ...rest } = props
  const One: ControlOf<FieldOf<Kind>> = controls[kind]
  return <One {...rest} />
}

/** Tells whether the field may be left empty without a default taking effect. */
function isMarkedOptional({ isRequired, isOmittedEmpty, isOptional, default: byDefault }: Field): boolean {
  return (isOmittedEmpty === true || isOptional === true) && isRequired !== true && byDefault === undefined
}

/** Returns the text below a control: why it cannot be changed, its help, and the default unless the help names it. */
function fieldHelp(field: Field): string | undefined {
  const { readOnly, help } = field
  if (isSoleChoice(field)) return help
  const byDefault = saysDefault(field) ? undefined : defaultWords(field)
  const parts = [readOnly, help, byDefault === undefined ? undefined : m.defaultIs(byDefault)]
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? undefined : said.join(m.betweenSentences)
}

/** Returns the broker's default in words: the label of an option, the word of a switch, `15 s`. */
function defaultWords(field: Field): string | undefined {
  const value = field.default
  if (value === undefined) return undefined
  switch (field.kind) {
    case 'toggle':
      // A switch without a note shows its state beside itself.
      return field.note === undefined ? undefined : value === true ? m.on : m.off
    case 'select':
      return field.options.find((option) => option.value === value)?.label
    case 'one-of':
      return value === field.word ? field.wordLabel : defaultWords({ ...field.inner, default: value })
    case 'number':
      return joinUnit(
        typeof value === 'number' && Number.isInteger(value) && !isPort(field)
          ? formatNumber(value)
          : defaultText(field),
        field.unit,
      )
    case 'percent':
      return joinUnit(defaultText(field), '%')
    case 'duration':
    case 'byte-size':
    case 'rate':
      return joinUnit(defaultText(field), undefined)
    case 'text':
    case 'host-port':
    case 'url':
    case 'topic':
      return defaultText(field)
    default:
      return undefined
  }
}

/** A port is an identifier, so it is written without thousands separators. */
const isPort = ({ path }: Field): boolean => /(^|[._])(port|bind)$/.test(path)

/** Formats `15s` as `15 s`, or adds the unit of a number. */
function joinUnit(text: string | undefined, unit: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return unit === undefined ? text.replace(/^([\d.]+)([a-zA-Z]+.*)$/, '$1 $2') : `${text} ${unit}`
}
