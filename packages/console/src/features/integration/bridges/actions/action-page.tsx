import { lazy } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { actionResource } from './actions.tsx'

const ActionSettings = lazy(async () => ({
  default: (await import('./action-settings.tsx')).ActionSettings,
}))

/** The page of an action: what happened to the results that rules handed to the action. */
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
