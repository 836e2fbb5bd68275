import type { SsoBackend } from '@brokerdeck/contract/console-server.ts'
import { sso } from '@brokerdeck/contract/system/sso.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { action, send } from '#acting/action.tsx'
import { holdRefreshes } from '#api/connection.ts'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { sso as m } from '#features/system/messages/accounts.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo, usePageParams } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { askBeforeSave, turnsOff } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { backends } from './backends.ts'
import classes from './callback-addresses.module.css'

/** Shows the settings of a backend; the route accepts known backends only. */
export function SsoBackendPage() {
  const { backend } = usePageParams('ssoBackend')
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <Way backend={backend} />
    </EnterpriseOnly>
  )
}

function Way({ backend }: { readonly backend: SsoBackend }) {
  const { data, error, refetch, isFetching } = useQuery(read(sso.list, {}))
  const isSetUp = data?.some((one) => one.backend === backend) === true
  const Form = isSetUp ? SsoForm : NewSsoForm
  const { name, about } = backends[backend]
  return (
    <Page
      title={name}
      summary={about}
      breadcrumbs={[{ to: linkTo('sso'), label: m.title }]}
      actions={isSetUp && <RemoveSso backend={backend} />}
    >
      {data !== undefined && <Form backend={backend} />}
      {data === undefined && error !== null && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </Page>
  )
}

/** The field with the address of the provider. */
const addresses = { ldap: 'server', oidc: 'issuer', saml: 'idp_metadata_url' } as const

/**
 * Seen on 5.8.9: settings that are refused because the provider does not respond are stored and enabled all the same.
 */
async function tellStored(backend: SsoBackend, document: ApiDocument): Promise<string | undefined> {
  try {
    const stored = new Map<string, unknown>(Object.entries(await request(sso.get, { params: { backend } })))
    const isSame = [addresses[backend], 'enable'].every((key) => stored.get(key) === document[key])
    return isSame && stored.get('enable') === true ? m.storedAllTheSame : undefined
  } catch (error) {
    // The settings are not stored, or this cannot be determined.
    if (getProblem(error) === undefined) throw error
    return undefined
  }
}

/** Edits settings that are already stored. */
function SsoForm({ backend }: { readonly backend: SsoBackend }) {
  const params = { backend }
  return (
    <>
      <CallbackAddresses backend={backend} />
      <EndpointForm
        sections={backends[backend].sections}
        reads={sso.get}
        given={{ params }}
        pickDocument={(answer) => answer}
        writes={sso.put}
        toRequest={(document) => ({ params, body: parseBody(sso.put.body, { ...document, backend }) })}
        afterRefusal={(document) => tellStored(backend, document)}
        impact={() => m.impact}
        beforeWrite={askBeforeSave((now, before) => ({
          // Users who are signed in stay signed in.
          interrupts: 'nothing',
          isAsked: turnsOff('enable', now, before),
          text: m.disabling,
        }))}
        appliedMessage={m.saved}
      />
    </>
  )
}

const removeSso = action<SsoBackend>(
  send(sso.remove, (backend) => ({ params: { backend } })),
  {
    ask: (backend) => ({
      title: m.removeTitle(backends[backend].name),
      body: m.removeBody,
      action: m.remove,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: (backend) => m.removed(backends[backend].name),
  },
)

function RemoveSso({ backend }: { readonly backend: SsoBackend }) {
  const go = useGo()
  const isStillHere = useStillHere()
  const remove = async () => {
    if ((await removeSso.run(backend)) && isStillHere()) await go(linkTo('sso'))
  }
  return (
    <Button size="small" variant="danger" disabledReason={whyNoWrite()} onClick={() => void remove()}>
      {m.remove}
    </Button>
  )
}

/** Creates settings. The broker stores even settings that it refuses, so the refusal and the inputs stay on screen. */
function NewSsoForm({ backend }: { readonly backend: SsoBackend }) {
  const { sections } = backends[backend]
  const go = useGo()
  // Refreshes are held until the page is left, because the page would otherwise show the stored settings as an edit
  // form.
  useEffect(holdRefreshes, [])
  const write = writePlan(sso.put, {
    toRequest: (document) => ({
      params: { backend },
      body: parseBody(sso.put.body, { ...document, backend }),
    }),
    afterRefusal: (document) => tellStored(backend, document),
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
          document: { ...newDocument(sections), ...makeDefaults(backend) },
          isNew: true,
          impact: () => m.impact,
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          onApplied: () => {
            void go(linkTo('sso'))
          },
        }}
      />
    </>
  )
}

/** Returns enabled defaults. A provider redirects the browser to the current origin unless another address is set. */
function makeDefaults(backend: SsoBackend) {
  const isLdap = backend === 'ldap'
  return { enable: true, ...(isLdap ? { server: 'localhost:389' } : { dashboard_addr: location.origin }) }
}

/** Shows the addresses to enter at the provider. */
function CallbackAddresses({ backend }: { readonly backend: SsoBackend }) {
  const { callbacks } = backends[backend]
  if (callbacks.length === 0) return null
  const properties = callbacks.map(({ label, path }) => {
    const address = `${location.origin}${path}`
    return { label, value: <Verbatim text={address} mono focusable />, copy: address }
  })
  return (
    <Panel title={m.atProvider} padded className={classes['panel']}>
      <div className={classes['addresses']}>
        <PropertyList groups={[{ properties }]} />
      </div>
    </Panel>
  )
}
