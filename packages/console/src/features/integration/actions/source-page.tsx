import { useParams } from '@tanstack/react-router'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { sources } from './actions.tsx'

/** A source: what it received. */
export function SourcePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <ManagedItemPage key={id} resource={sources} id={id} content={{}} />
}
