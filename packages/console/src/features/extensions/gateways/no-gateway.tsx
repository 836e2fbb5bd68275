import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { EmptyState } from '#ui/states.tsx'
import { gateways as m } from '../messages/gateways.ts'

/** An address names a gateway that no broker of this kind has. */
export function NoGateway() {
  return (
    <Page title={m.title} breadcrumbs={[{ to: linkTo('gateways'), label: m.title }]}>
      <EmptyState title={m.absentTitle}>{m.absentText}</EmptyState>
    </Page>
  )
}
