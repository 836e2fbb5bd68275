import { type SsoBackend, sso } from '@brokerdeck/contract/system/sso.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { backends } from './backends.ts'
import { CallbackAddresses } from './callback-addresses.tsx'
import { m } from './messages.ts'

/** Settings that are stored already. */
export function SsoForm({ backend }: { readonly backend: SsoBackend }) {
  const params = { backend }
  return (
    <>
      <CallbackAddresses backend={backend} />
      <EndpointForm
        sections={backends[backend].sections}
        reads={sso.get}
        given={{ params }}
        documentOf={(answer) => answer}
        writes={sso.put}
        toRequest={(document) => ({ params, body: bodyFrom(sso.put.body, { ...document, backend }) })}
        refreshes={[sso.list]}
        impact={() => m.impact}
        appliedMessage={m.saved}
      />
    </>
  )
}
