import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { mayKnowCertificate } from '#features/access/access-walk/asker.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { why as m } from '../messages/why.ts'
import { CertificateField } from './certificate-field.tsx'

interface TypedFactsProps {
  readonly draft: WhyQuestion
  /** What is wrong with the address. */
  readonly fault: string | undefined
  readonly onChange: (changed: Partial<WhyQuestion>) => void
}

/** What a client that is not there would connect with. */
export function TypedFacts({ draft, fault, onChange }: TypedFactsProps) {
  const { data = [] } = useQuery(read(listeners.list, {}))
  const isSecure = /^(ssl|wss|quic):/.test(draft.listener)
  const chosen = useQuery({
    ...read(listeners.get, { params: { id: draft.listener } }),
    enabled: isSecure,
  })
  const options = data.map(({ id }) => ({ value: id, label: visibleText(id, 80) }))
  return (
    <>
      <LabelledField label={m.username} help={m.usernameHelp}>
        {(control) => (
          <TextBox
            {...control}
            isCode
            value={draft.username}
            onChange={(username) => onChange({ username })}
          />
        )}
      </LabelledField>
      <LabelledField label={m.peerhost} help={m.peerhostHelp} fault={fault}>
        {(control) => (
          <TextBox
            {...control}
            isCode
            value={draft.peerhost}
            onChange={(peerhost) => onChange({ peerhost: peerhost.trim() })}
          />
        )}
      </LabelledField>
      <LabelledField label={m.listenerField}>
        {(control) => (
          <SelectBox
            {...control}
            value={draft.listener}
            options={options}
            onChange={(listener) => onChange({ listener })}
          />
        )}
      </LabelledField>
      {isSecure && mayKnowCertificate(draft.listener, chosen.data) && (
        <CertificateField draft={draft} onChange={onChange} />
      )}
    </>
  )
}
