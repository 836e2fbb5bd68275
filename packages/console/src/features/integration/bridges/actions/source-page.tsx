import { lazy } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { sourceResource } from './actions.tsx'

const ActionSettings = lazy(async () => ({
  default: (await import('./action-settings.tsx')).ActionSettings,
}))

/** The page of a source: what the source received. */
export function SourcePage() {
  const { id } = usePageParams('source')
  return (
    <ManagedItemPage
      key={id}
      resource={sourceResource}
      id={id}
      content={{ settings: (source) => <ActionSettings kind="source" bridge={source} /> }}
    />
  )
}
