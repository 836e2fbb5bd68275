import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { newListenerSections } from '#domain/listener-form/listener-sections.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { listeners as m } from '../messages/listeners.ts'
import {
  accessRuleFaults,
  createRequest,
  listenerCautions,
  listenerFaults,
  listenerId,
} from './listener-request.ts'
import { SyncNotice } from './sync-notice.tsx'

/** A new listener, with the broker's defaults and not those of its own dashboard. */
export function CreateListenerPage() {
  const navigate = useNavigate()
  const { data: list = [] } = useQuery(read(listeners.list, {}))
  const document = useMemo(() => newDocument(newListenerSections), [])
  const plan = writePlan(listeners.create, {
    toRequest: createRequest,
    faultsOf: listenerFaults,
  })
  const check = (now: ApiDocument) => {
    const id = listenerId(now)
    const taken = list.some((one) => one.id === id) ? [{ path: 'name', message: m.nameTaken }] : []
    return [...taken, ...accessRuleFaults(now)]
  }
  return (
    <Page title={m.createTitle} breadcrumbs={[{ to: paths.listeners(), label: m.title }]}>
      <SyncNotice />
      <FormLayout
        plan={{
          sections: newListenerSections,
          document,
          isNew: true,
          ...plan,
          check,
          cautions: listenerCautions,
          impact: () => m.impactNew,
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          onApplied: () => void navigate({ to: paths.listeners() }),
        }}
        createLabel={m.createTitle}
        appliedMessage={m.created}
      />
    </Page>
  )
}
