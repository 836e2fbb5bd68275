import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useState } from 'react'
import { TextBox } from '#ui/text-box.tsx'
import { UnitButton } from '#ui/unit-button.tsx'
import type { SecretField } from '../field.ts'
import { m } from './messages.ts'

interface NewSecretBoxProps {
  readonly label: string
  readonly field: SecretField
  readonly value: string
  readonly hasFault: boolean
  readonly isDisabled: boolean
  readonly onChange: (text: string) => void
}

/** A secret as it is typed, hidden until asked for. */
export function NewSecretBox({ label, field, value, hasFault, isDisabled, onChange }: NewSecretBoxProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextBox
      type={isShown ? 'text' : 'password'}
      icon={<IconLock size={16} stroke={1.5} aria-hidden />}
      aria-label={label}
      aria-required={field.isRequired === true || undefined}
      autoComplete={field.autoComplete ?? 'off'}
      isCode
      value={value}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={onChange}
      end={
        <UnitButton
          aria-label={isShown ? m.hideOf(label) : m.showOf(label)}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? m.hide : m.show}
        </UnitButton>
      }
    />
  )
}
