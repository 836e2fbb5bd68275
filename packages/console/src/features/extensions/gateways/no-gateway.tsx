import { Page } from '#kit/page/page.tsx'
import { extensions } from '#routes/extensions-routes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { gateways as m } from '../messages/gateways.ts'

/** An address names a gateway that no broker of this kind has. */
export function NoGateway() {
  return (
    <Page title={m.title} breadcrumbs={[{ to: extensions.routes.gateways.path, label: m.title }]}>
      <EmptyState title={m.absentTitle}>{m.absentText}</EmptyState>
    </Page>
  )
}
