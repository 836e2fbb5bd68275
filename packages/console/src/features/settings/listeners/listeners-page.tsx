import { listeners as m } from '#features/settings/messages/listeners.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { listenerResource } from './listeners.tsx'
import { SyncNotice } from './sync-notice.tsx'

/** Lists the listeners with their state. */
export function ListenersPage() {
  return (
    <ManagedListPage
      resource={listenerResource}
      create={{ label: m.create, to: linkTo('createListener') }}
      summary={() => m.summary}
    >
      <SyncNotice />
    </ManagedListPage>
  )
}
