import { type SsoBackend, sso } from '@brokerdeck/contract/system/sso.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import { paths } from '#lib/paths.ts'
import { backends } from './backends.ts'
import { CallbackAddresses } from './callback-addresses.tsx'
import { m } from './messages.ts'

/** Nothing is stored yet. The broker keeps even what it refuses: here the refusal and what was typed stay on screen. */
export function NewSsoForm({ backend }: { readonly backend: SsoBackend }) {
  const { sections } = backends[backend]
  const navigate = useNavigate()
  const client = useQueryClient()
  const write = writePlan(client, sso.put, {
    toRequest: (document) => ({
      params: { backend },
      body: bodyFrom(sso.put.body, { ...document, backend }),
    }),
    refreshes: [],
  })
  return (
    <>
      <CallbackAddresses backend={backend} />
      <FormLayout
        createLabel={m.create}
        appliedMessage={m.saved}
        plan={{
          ...write,
          sections,
          document: { ...newDocument(sections), ...startOf(backend) },
          isNew: true,
          impact: () => m.impact,
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          onApplied: () => {
            // Not before: this page would take what is stored now for a form to edit.
            void navigate({ to: paths.sso() }).then(() =>
              client.invalidateQueries({ queryKey: [sso.list.path] }),
            )
          },
        }}
      />
    </>
  )
}

/** Set up to be used; a provider sends the browser back to where it is now, unless told otherwise. */
function startOf(backend: SsoBackend) {
  const isLdap = backend === 'ldap'
  return { enable: true, ...(isLdap ? { server: 'localhost:389' } : { dashboard_addr: location.origin }) }
}
