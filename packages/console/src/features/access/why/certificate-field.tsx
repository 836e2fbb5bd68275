import type { WhyQuestion } from '#lib/why-question.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { why as m } from '../messages/why.ts'

interface CertificateFieldProps {
  readonly draft: WhyQuestion
  readonly onChange: (changed: Partial<WhyQuestion>) => void
}

/** What only the operator can say of a client that comes over TLS. */
export function CertificateField({ draft, onChange }: CertificateFieldProps) {
  return (
    <LabelledField label={m.certCommonName} help={m.certCommonNameHelp}>
      {(control) => (
        <TextBox
          {...control}
          isCode
          value={draft.certCommonName}
          onChange={(certCommonName) => onChange({ certCommonName })}
        />
      )}
    </LabelledField>
  )
}
