import { useParams } from '@tanstack/react-router'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { rules } from '../rules/rules.tsx'

/** One rule: what it counted, and whatever else its tabs show. */
export function RulePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <ManagedItemPage key={id} resource={rules} id={id} content={{}} />
}
