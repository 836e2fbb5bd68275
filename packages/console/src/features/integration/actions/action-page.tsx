import { useParams } from '@tanstack/react-router'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { actions } from './actions.tsx'

/** An action: what became of what rules handed to it. */
export function ActionPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <ManagedItemPage key={id} resource={actions} id={id} content={{}} />
}
