import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useId, useState } from 'react'
import { flowEditor, flowDrawers as m } from '#features/integration/flows/messages/flow-editor.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import classes from './flow-editor.module.css'
import { type FlowField, isField } from './flow-statement.ts'

interface FieldsDrawerProps {
  readonly before: readonly FlowField[]
  readonly lockedReason: string | undefined
  readonly onAnswer: (fields: readonly FlowField[] | undefined) => void
}

/** Edits the fields of the result of a flow. */
export function FieldsDrawer({ before, lockedReason, onAnswer }: FieldsDrawerProps) {
  const [fields, setFields] = useState(before)
  const [isStrict, setStrict] = useState(false)
  const isWhole = fields.every(isField)
  const submit = () => {
    if (isWhole) onAnswer(fields)
    else setStrict(true)
  }
  return (
    <DrawerShell
      title={flowEditor.editProcessing}
      isOpen
      size={660}
      onClose={() => onAnswer(undefined)}
      footer={
        <>
          <Button onClick={() => onAnswer(undefined)}>{m.cancel}</Button>
          <Button variant="primary" disabledReason={lockedReason} onClick={submit}>
            {m.update}
          </Button>
        </>
      }
    >
      <p>{m.fieldHelp}</p>
      <ul className={classes['items']}>
        {fields
          .map((field, at) => ({ field, at }))
          .map(({ field, at }) => (
            <li key={at}>
              <FieldRow
                field={field}
                removeLabel={m.removeField(formatNumber(at + 1))}
                isStrict={isStrict}
                onChange={(next) => setFields(fields.with(at, next))}
                onRemove={() => setFields(fields.length === 1 ? [everything] : fields.toSpliced(at, 1))}
              />
            </li>
          ))}
      </ul>
      <div className={classes['bar']}>
        <Button size="small" onClick={() => setFields([...fields, { value: '', alias: '' }])}>
          {m.addField}
        </Button>
      </div>
      {isStrict && !isWhole && (
        <p role="alert" className={classes['fault']}>
          {m.incomplete}
        </p>
      )}
    </DrawerShell>
  )
}

const everything: FlowField = { value: '*', alias: '' }

interface FieldRowProps {
  readonly field: FlowField
  readonly removeLabel: string
  /** True if empty inputs are marked as errors, too. */
  readonly isStrict: boolean
  readonly onChange: (field: FlowField) => void
  readonly onRemove: () => void
}

function FieldRow({ field, removeLabel, isStrict, onChange, onRemove }: FieldRowProps) {
  const id = useId()
  const { value, alias } = field
  const isBad = (isStrict || value !== '' || alias !== '') && !isField(field)
  const marks = { isCode: true, hasFault: isBad, 'aria-describedby': isBad ? id : undefined }
  return (
    <>
      <div className={classes['field']}>
        <TextBox
          {...marks}
          aria-label={m.field}
          placeholder={m.field}
          value={value}
          onChange={(typed) => onChange({ ...field, value: typed })}
        />
        <TextBox
          {...marks}
          aria-label={m.alias}
          placeholder={m.alias}
          value={alias}
          onChange={(typed) => onChange({ ...field, alias: typed })}
        />
        <IconButton label={removeLabel} onClick={onRemove}>
          <IconX size={16} stroke={1.5} />
        </IconButton>
      </div>
      {isBad && <FieldFault id={id}>{m.badField}</FieldFault>}
    </>
  )
}
