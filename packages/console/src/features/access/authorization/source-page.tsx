import { useParams } from '@tanstack/react-router'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { sources } from './sources.tsx'

/** One source: what it decided, its settings, and the rules it keeps. */
export function SourcePage() {
  const { type = '' }: { type?: string } = useParams({ strict: false })
  return <ManagedItemPage key={type} resource={sources} id={type} />
}
