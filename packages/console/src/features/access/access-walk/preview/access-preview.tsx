import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/states.tsx'
import type { AccessChange } from './access-change.ts'

/** It walks through the rules as the broker does: more than a page needs that may never show it. */
const AccessChanges = lazy(async () => ({ default: (await import('./access-changes.tsx')).AccessChanges }))

/** What a change would decide otherwise, wherever one is asked about. */
export function AccessPreview({ change }: { readonly change: AccessChange }) {
  return (
    <Suspense fallback={<Skeleton height={64} />}>
      <AccessChanges change={change} />
    </Suspense>
  )
}
