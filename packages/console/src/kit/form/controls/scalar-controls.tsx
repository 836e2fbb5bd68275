import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type {
  DurationField,
  HostPortField,
  NumberField,
  PercentField,
  RateField,
  ScalarField,
  SelectField,
  SizeField,
  TextField,
  ToggleField,
  TopicField,
  UrlField,
} from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { durationUnits, sizeUnits } from '#kit/form/form-value.ts'
import { controls as m } from '#kit/messages/form.ts'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { UnitLabel } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { AmountControl } from './amount-control.tsx'
import {
  type ControlOf,
  type ControlProps,
  controlAttributes,
  type FieldOf,
  groupAttributes,
  isSoleChoice,
  readValue,
} from './control-props.ts'
import classes from './controls.module.css'
import { defaultText, saysDefault } from './default-text.ts'
import { JsonControl } from './json-control.tsx'
import { LinesControl } from './lines-control.tsx'
import { type CompletingProps, TemplateControl } from './template-control.tsx'

interface CodeControlProps extends ControlProps<ScalarField> {
  /** An example, shown if there is no default. */
  readonly example: string
  readonly inputMode?: 'url'
}

/** A single line of formal text: an address, a topic. */
function CodeControl(props: CodeControlProps) {
  const { field, name, hasFault, isDisabled, example, inputMode } = props
  const { value, change } = useFieldState(name)
  return (
    <TextBox
      {...controlAttributes(props)}
      isCode
      value={readValue.text(value)}
      placeholder={defaultText(field) ?? example}
      inputMode={inputMode}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
}

function UrlControl(props: ControlProps<UrlField>) {
  const scheme = props.field.schemes?.[0] ?? 'https'
  return <CodeControl {...props} example={`${scheme}://host.example/path`} inputMode="url" />
}

function TopicControl(props: ControlProps<TopicField>) {
  return (
    <CodeControl
      {...props}
      example={props.field.isFilter ? 'plant/+/temperature' : 'plant/line-1/temperature'}
    />
  )
}

function HostPortControl(props: ControlProps<HostPortField>) {
  const { defaultPort = 1883, isBind = false, isList = false } = props.field
  const one = isBind ? `0.0.0.0:${defaultPort}` : `host.example:${defaultPort}`
  return <CodeControl {...props} example={isList ? `${one}, host-2.example:${defaultPort}` : one} />
}

const intervals = ['s', 'm', 'h', 'd'] as const
const units = {
  count: intervals.map((interval) => `/${interval}`),
  bytes: intervals.flatMap((interval) => sizeUnits.map((size) => `${size}/${interval}`)),
} as const

function RateControl(props: ControlProps<RateField>) {
  const { of } = props.field
  return <AmountControl {...props} units={units[of]} bareUnit={of === 'bytes' ? 'B/s' : '/s'} />
}

function DurationControl(props: ControlProps<DurationField>) {
  const { units = durationUnits, bareUnit = 'ms' } = props.field
  return <AmountControl {...props} units={units} bareUnit={bareUnit} />
}

function ByteSizeControl(props: ControlProps<SizeField>) {
  return <AmountControl {...props} units={props.field.units ?? sizeUnits} bareUnit="B" />
}

function ToggleControl(props: ControlProps<ToggleField>) {
  const { field, name, labelId, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const isOn = value === true
  const state = isOn ? m.on : m.off
  return (
    <div className={classes['line']}>
      <ToggleInput
        {...controlAttributes(props)}
        // The note is the description, not the name.
        aria-labelledby={labelId}
        aria-invalid={hasFault || undefined}
        isOn={isOn}
        isDisabled={isDisabled}
        note={field.note ?? (isOn === field.default && !saysDefault(field) ? m.byDefault(state) : state)}
        onChange={change}
      />
    </div>
  )
}

/** Uses the native list, which works with every keyboard, screen reader and phone. A single choice is shown as text. */
function SelectControl(props: ControlProps<SelectField>) {
  const { field, name, labelId, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const chosen = readValue.text(value)
  const choices = field.options.map((option) => ({ value: String(option.value), label: option.label }))
  const hasEmpty = choices.some((choice) => choice.value === '')
  const canBeEmpty = chosen === '' || field.isOmittedEmpty === true
  const [only] = choices
  if (isSoleChoice(field) && only?.value === chosen)
    return (
      <div {...groupAttributes(props)} className={classes['line']}>
        {only.label}
      </div>
    )
  const list = (
    <SelectBox
      {...controlAttributes(props)}
      aria-labelledby={labelId}
      value={chosen}
      options={canBeEmpty && !hasEmpty ? [{ value: '', label: m.notChosen }, ...choices] : choices}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
  const { another } = field
  if (another === undefined) return list
  const make = async () => {
    const made = await another.make()
    if (made !== undefined) change(made)
  }
  return (
    <div className={classes['withAnother']}>
      {list}
      <IconButton
        label={another.label}
        variant="outlined"
        disabledReason={isDisabled ? '' : undefined}
        onClick={() => void make()}
      >
        <IconPlus size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}

function TextControl(props: ControlProps<TextField>) {
  const { field, name, id, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const { suggestions } = field
  const listId = `${id}-suggestions`
  const text = readValue.text(value)
  const renderBox = (completing?: CompletingProps) => (
    <TextBox
      {...controlAttributes(props)}
      {...completing}
      {...(suggestions === undefined ? {} : { list: listId })}
      value={text}
      isCode={field.isCode === true}
      placeholder={field.placeholder ?? defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
  if (suggestions === undefined && field.isTemplate === true) {
    return (
      <TemplateControl text={text} isDisabled={isDisabled} onChange={change}>
        {renderBox}
      </TemplateControl>
    )
  }
  if (suggestions === undefined) return renderBox()
  return (
    <>
      {renderBox()}
      <datalist id={listId}>
        {suggestions.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </datalist>
    </>
  )
}

function PercentControl(props: ControlProps<PercentField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  return (
    <TextBox
      {...controlAttributes(props)}
      value={readValue.text(value)}
      inputMode="decimal"
      placeholder={defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      end={<UnitLabel>%</UnitLabel>}
      onChange={change}
    />
  )
}

/** Edits a number as text, so that no input is lost before it is checked; the arrow keys change the number. */
function NumberControl(props: ControlProps<NumberField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const text = readValue.text(value)
  const count = (by: number) => {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field
    const start = text === '' ? Number(defaultText(field) ?? 0) : Number(text)
    if (!isDisabled && Number.isInteger(start)) change(String(Math.min(max, Math.max(min, start + by))))
  }
  return (
    <TextBox
      {...controlAttributes(props)}
      value={text}
      inputMode={field.isFractional === true ? 'decimal' : 'numeric'}
      placeholder={defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      end={field.unit !== undefined && <UnitLabel>{field.unit}</UnitLabel>}
      onChange={change}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
        if (by === undefined) return
        event.preventDefault()
        count(event.shiftKey ? by * 10 : by)
      }}
    />
  )
}

type ScalarKind = ScalarField['kind']

/** The controls whose value is a single text or switch. */
export const scalarControls: { readonly [Kind in ScalarKind]: ControlOf<FieldOf<Kind>> } = {
  text: TextControl,
  lines: LinesControl,
  number: NumberControl,
  toggle: ToggleControl,
  select: SelectControl,
  duration: DurationControl,
  'byte-size': ByteSizeControl,
  percent: PercentControl,
  rate: RateControl,
  'host-port': HostPortControl,
  url: UrlControl,
  topic: TopicControl,
  json: JsonControl,
}
