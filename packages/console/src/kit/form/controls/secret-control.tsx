import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useId, useRef, useState } from 'react'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import type { SecretField } from '#kit/form/field.ts'
import { useFieldState, useFormMarks } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import classes from './controls.module.css'

const choices = ['unchanged', 'replace', 'clear'] as const
type Choice = (typeof choices)[number]

const words: Record<Choice, string> = { unchanged: m.unchanged, replace: m.replace, clear: m.clear }

/** A write-only control. A stored secret is kept, replaced or removed; it is never shown. */
export function SecretControl(props: ControlProps<SecretField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const isNew = useFormMarks((marks) => marks.isNew)
  const parts = readValue.parts(value)
  const isFirst = isNew || parts['choice'] === 'give'
  const choice = isFirst ? 'replace' : (choices.find((one) => one === parts['choice']) ?? 'unchanged')
  const offered = field.isRequired === true ? choices.filter((one) => one !== 'clear') : choices
  return (
    <div {...groupAttributes(props)} className={classes['whole']}>
      {!isFirst && !isDisabled && (
        <div className={classes['corner']}>
          <Segmented<Choice>
            label={m.keepOrReplace(field.label)}
            value={choice}
            options={offered.map((one) => ({ value: one, label: words[one] }))}
            onChange={(next) => change({ choice: next, text: '' })}
          />
        </div>
      )}
      {choice === 'replace' ? (
        <NewSecretBox
          label={isFirst ? field.label : m.newValue(field.label)}
          field={field}
          value={readValue.text(parts['text'])}
          hasFault={hasFault}
          isDisabled={isDisabled}
          onChange={(text) => change({ choice: isFirst ? 'give' : choice, text })}
        />
      ) : (
        <TextBox
          value=""
          isLocked
          icon={<IconLock size={16} stroke={1.5} aria-hidden />}
          aria-label={field.label}
          placeholder={choice === 'clear' ? m.secretCleared : m.secretStored}
          onChange={() => undefined}
        />
      )}
    </div>
  )
}

interface NewSecretBoxProps {
  readonly label: string
  readonly field: SecretField
  readonly value: string
  readonly hasFault: boolean
  readonly isDisabled: boolean
  readonly onChange: (text: string) => void
}

/** The key file of a service account from Google, which has some kilobytes. */
const keyFile = { extensions: ['.json'], maxBytes: 100_000 }

/** The input for the secret that replaces a stored one. */
function NewSecretBox({ label, field, value, hasFault, isDisabled, onChange }: NewSecretBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const [fault, setFault] = useState<string>()
  const take = async (file: File) => {
    const found = fileFault(keyFile, file)
    setFault(found)
    if (found === undefined) onChange(await file.text())
  }
  const box = (
    <PasswordBox
      label={label}
      icon={<IconLock size={16} stroke={1.5} aria-hidden />}
      aria-label={label}
      aria-required={field.isRequired === true || undefined}
      autoComplete={field.autoComplete ?? 'off'}
      value={value}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={onChange}
    />
  )
  if (field.isFile !== true) return box
  return (
    <div className={classes['stack']}>
      {box}
      {!isDisabled && (
        <div>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={m.fileOf(field.label)}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file !== undefined) void take(file)
              // Resetting the value allows the same file to be chosen again after it has changed on disk.
              currentTarget.value = ''
            }}
          />
          <Button size="small" onClick={() => input.current?.click()}>
            {m.readFile}
          </Button>
          {fault !== undefined && (
            <div role="alert">
              <FieldFault id={faultId}>{fault}</FieldFault>
            </div>
          )}
        </div>
      )}
    </div>
  )
}
