import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/states.tsx'
import type { AccessChange } from './access-change.ts'

/** The comparison evaluates rules as the broker does. Its code is loaded lazily, since a page may never show it. */
const AccessChanges = lazy(async () => ({ default: (await import('./access-changes.tsx')).AccessChanges }))

/** Shows what a change would decide differently, wherever a page asks about such a change. */
export function AccessPreview({ change }: { readonly change: AccessChange }) {
  return (
    <Suspense fallback={<Skeleton height={64} />}>
      <AccessChanges change={change} />
    </Suspense>
  )
}
