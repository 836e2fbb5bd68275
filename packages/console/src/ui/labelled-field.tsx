import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import fieldBoxClasses from './field-box.module.css'
import classes from './labelled-field.module.css'
import { StatusShape } from './status.tsx'

/** The attributes that connect a control with its field; every box of this folder accepts them. */
interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly hasFault: boolean
}

interface LabelledFieldProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  readonly label: ReactNode
  /** A note beside the label: "optional". */
  readonly note?: string | undefined
  /** The meaning of the mark beside the label: "Changed". */
  readonly mark?: string | undefined
  readonly help?: ReactNode
  readonly fault?: string | undefined
  /** A warning that is not an error, but worth knowing before the form is applied. */
  readonly caution?: string | undefined
  /** True if the control consists of several elements: the label names them as a group, by its id. */
  readonly isGroup?: boolean
  /** True if the control contains further fields. */
  readonly isStrong?: boolean
  /** True within a table, whose column heads are the labels. */
  readonly isCell?: boolean
  readonly children: (control: FieldControl, labelId: string) => ReactNode
}

/** Shows a control with its label, its validation error and its help. */
export function LabelledField(props: LabelledFieldProps) {
  const { label, note, mark, help, fault, isGroup, isStrong, isCell, className, children, ...others } = props
  const { caution, ...rest } = others
  const id = useId()
  const ids = {
    label: `${id}-label`,
    help: `${id}-help`,
    fault: `${id}-fault`,
    mark: `${id}-mark`,
    caution: `${id}-caution`,
  }
  const describedBy = classNames(
    fault !== undefined && ids.fault,
    caution !== undefined && ids.caution,
    help !== undefined && ids.help,
    mark !== undefined && ids.mark,
  )
  const control = {
    id,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    hasFault: fault !== undefined,
  }
  return (
    <div
      {...rest}
      className={classNames(
        classes['field'],
        isStrong === true && classes['strong'],
        isCell === true && classes['cell'],
        className,
      )}
    >
      <div className={classes['head']}>
        {isGroup === true ? (
          <span id={ids.label} className={classes['label']}>
            {label}
          </span>
        ) : (
          <label id={ids.label} htmlFor={id} className={classes['label']}>
            {label}
          </label>
        )}
        {note !== undefined && <span className={classes['note']}>{note}</span>}
        {mark !== undefined && (
          <span id={ids.mark} className={classes['mark']} title={mark}>
            <span className="visually-hidden">{mark}</span>
          </span>
        )}
      </div>
      {children(control, ids.label)}
      {fault !== undefined && <FieldFault id={ids.fault}>{fault}</FieldFault>}
      {caution !== undefined && fault === undefined && (
        <p id={ids.caution} className={classes['caution']}>
          <StatusShape kind="warn" coloured />
          {caution}
        </p>
      )}
      {help !== undefined && (
        <p id={ids.help} className={classes['help']}>
          {help}
        </p>
      )}
    </div>
  )
}

/** Shows the validation error under the control; controls point to it by `id`. */
export function FieldFault({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p id={id} className={classes['fault']}>
      <StatusShape kind="bad" />
      <span>{children}</span>
    </p>
  )
}

/** The unit of a number, inside a control and behind a hairline. */
export function UnitLabel({ children }: { readonly children: string }) {
  return <span className={fieldBoxClasses['unit']}>{children}</span>
}
