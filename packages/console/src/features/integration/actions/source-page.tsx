import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { sources } from './actions.tsx'

const ActionSettings = lazy(async () => ({
  default: (await import('./action-settings.tsx')).ActionSettings,
}))

/** A source: what it received. */
export function SourcePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return (
    <ManagedItemPage
      key={id}
      resource={sources}
      id={id}
      content={{ settings: (source) => <ActionSettings kind="source" bridge={source} /> }}
    />
  )
}
