import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read, whyNoWrite } from '#api/query.ts'
import { gatewayListeners as m } from '#features/extensions/messages/gateways.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import { useGo, usePageParams } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import {
  findGatewayListenerFaults,
  firstListener,
  listGatewayListenerCreateSections,
} from './gateway-listener-document.ts'
import { gatewayIn, gatewayNames } from './gateways.tsx'
import { NoGateway } from './no-gateway.tsx'

/** Creates another listener for a gateway that is set up. */
export function CreateGatewayListenerPage() {
  const { name } = usePageParams('createGatewayListener')
  const gateway = gatewayIn(name)
  return gateway === undefined ? <NoGateway /> : <NewListener gateway={gateway} />
}

function NewListener({ gateway }: { readonly gateway: GatewayKind }) {
  const go = useGo()
  const { data: listeners = [] } = useQuery(read(endpoints.listeners, { params: { name: gateway } }))
  const sections = useMemo(() => listGatewayListenerCreateSections(gateway), [gateway])
  const document = useMemo(
    () => ({ ...newDocument(sections), ...firstListener(gateway), name: '', bind: '' }),
    [sections, gateway],
  )
  const back = linkTo('gateway', { name: gateway }, { tab: 'listeners' })
  const write = writePlan(endpoints.addListener, {
    toRequest: (listener) => ({
      params: { name: gateway },
      body: parseBody(endpoints.addListener.body, listener),
    }),
    findFaults: findGatewayListenerFaults,
  })
  return (
    <Page title={m.create} breadcrumbs={[{ to: back, label: gatewayNames[gateway] }]}>
      <FormLayout
        plan={{
          sections,
          document,
          isNew: true,
          ...write,
          check: ({ name, type }) =>
            listeners.some((one) => one.name === name && one.type === type)
              ? [{ path: 'name', message: m.nameTaken }]
              : [],
          impact: () => m.impactNew,
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          onApplied: () => void go(back),
        }}
        createLabel={m.create}
        appliedMessage={m.created}
      />
    </Page>
  )
}
