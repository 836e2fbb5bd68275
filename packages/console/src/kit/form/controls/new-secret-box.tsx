import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { PasswordBox } from '#ui/password-box.tsx'
import type { SecretField } from '../field.ts'

interface NewSecretBoxProps {
  readonly label: string
  readonly field: SecretField
  readonly value: string
  readonly hasFault: boolean
  readonly isDisabled: boolean
  readonly onChange: (text: string) => void
}

/** What takes the place of a stored secret. */
export function NewSecretBox({ label, field, value, hasFault, isDisabled, onChange }: NewSecretBoxProps) {
  return (
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
}
