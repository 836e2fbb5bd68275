import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read, whyNoWrite } from '#api/query.ts'
import { findListenerImpact } from '#domain/configuration-impact/listener-impact.ts'
import { listListenerCreateSections } from '#domain/listener-form/listener-sections.ts'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import {
  accessRuleFaults,
  findListenerFaults,
  listenerCautions,
  listenerId,
  toListenerCreateRequest,
} from './listener-request.ts'
import { SyncNotice } from './sync-notice.tsx'

/** Creates a listener with the broker's defaults, not with those of its own dashboard. */
export function CreateListenerPage() {
  const go = useGo()
  const { data: list = [] } = useQuery(read(listeners.list, {}))
  const document = useMemo(() => newDocument(listListenerCreateSections), [])
  const plan = writePlan(listeners.create, {
    toRequest: toListenerCreateRequest,
    findFaults: findListenerFaults,
  })
  const check = (now: ApiDocument) => {
    const id = listenerId(now)
    const taken = list.some((one) => one.id === id) ? [{ path: 'name', message: m.nameTaken }] : []
    return [...taken, ...accessRuleFaults(now)]
  }
  return (
    <Page title={m.createTitle} breadcrumbs={[{ to: linkTo('listeners'), label: m.title }]}>
      <SyncNotice />
      <FormLayout
        plan={{
          sections: listListenerCreateSections,
          document,
          isNew: true,
          ...plan,
          check,
          cautions: listenerCautions,
          impact: (now) => findListenerImpact(String(now['type']), 0, now).text,
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          onApplied: () => void go(linkTo('listeners')),
        }}
        createLabel={m.createTitle}
        appliedMessage={m.created}
      />
    </Page>
  )
}
