import { password as m } from '#features/system/messages/accounts.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
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

/** The fields for the new password and its repetition, with the rule shown above them. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { next, repeated } = props.faults
  return (
    <>
      <LabelledField
        label={m.newPassword}
        help={next === 'weak' ? undefined : m.rule}
        fault={next && faults[next]}
      >
        {(control) => (
          <PasswordBox
            {...control}
            label={m.newPassword}
            name="new-password"
            autoComplete="new-password"
            value={props.next}
            onChange={props.onNext}
          />
        )}
      </LabelledField>
      <LabelledField label={m.confirmPassword} fault={repeated && faults[repeated]}>
        {(control) => (
          <PasswordBox
            {...control}
            label={m.confirmPassword}
            name="repeated-password"
            autoComplete="new-password"
            value={props.repeated}
            onChange={props.onRepeated}
          />
        )}
      </LabelledField>
    </>
  )
}
