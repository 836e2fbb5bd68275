import { useParams } from '@tanstack/react-router'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { authenticators } from './authenticators.tsx'

/** One of the chain: what it decided, its settings, and the users it keeps. */
export function AuthenticatorPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <ManagedItemPage key={id} resource={authenticators} id={id} />
}
