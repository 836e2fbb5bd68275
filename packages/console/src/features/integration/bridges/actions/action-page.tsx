import { lazy } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { actionResource } from './actions.tsx'

const ActionSettings = lazy(async () => ({
  default: (await import('./action-settings.tsx')).ActionSettings,
}))

/** An action: what became of what rules handed to it. */
export function ActionPage() {
  const { id } = usePageParams('action')
  return (
    <ManagedItemPage
      key={id}
      resource={actionResource}
      id={id}
      content={{ settings: (action) => <ActionSettings kind="action" bridge={action} /> }}
    />
  )
}
