import { PasswordInput } from '@mantine/core'
import { m } from './messages.ts'
import type { PasswordFault } from './password-rules.ts'

const faults: Record<PasswordFault, string> = {
  required: m.required,
  weak: m.rule,
  same: m.same,
  different: m.different,
}

interface NewPasswordFieldsProps {
  readonly next: string
  readonly repeated: string
  readonly faults: { readonly next?: PasswordFault; readonly repeated?: PasswordFault }
  onNext(value: string): void
  onRepeated(value: string): void
}

/** The new password, twice, with the rule where the operator reads it before typing. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { next, repeated } = props.faults
  return (
    <>
      <PasswordInput
        label={m.newPassword}
        description={next === 'weak' ? undefined : m.rule}
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={props.next}
        error={next ? faults[next] : undefined}
        onChange={(event) => props.onNext(event.currentTarget.value)}
      />
      <PasswordInput
        label={m.confirmPassword}
        autoComplete="new-password"
        value={props.repeated}
        error={repeated ? faults[repeated] : undefined}
        onChange={(event) => props.onRepeated(event.currentTarget.value)}
      />
    </>
  )
}
