import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import * as v from 'valibot'
import { describeError, isGone } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { screening as m } from '#features/data-hub/messages/screening.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'

const searchSchema = v.object({ target: v.fallback(v.optional(v.string()), undefined) })

interface StartingDocumentProps<E extends Endpoint> {
  /** The page that creates an item. */
  readonly page: 'createSchema' | 'createTransformation' | 'createValidation'
  readonly reads: E
  readonly given: (name: string) => RequestOf<E>
  readonly pickDocument: (answer: ResponseOf<E>) => ApiDocument
  /** The initial document when nothing is copied. */
  readonly fresh: ApiDocument
  readonly children: (document: ApiDocument) => ReactNode
}

/**
 * Provides the initial document of a new item: the fresh document, or the settings of the item named in the URL under
 * another name.
 */
export function StartingDocument<E extends Endpoint>(props: StartingDocumentProps<E>) {
  const [{ target }] = useUrlSearch(props.page, searchSchema)
  if (target === undefined) return props.children(props.fresh)
  return <CopyOf key={target} name={target} {...props} />
}

function CopyOf<E extends Endpoint>(props: StartingDocumentProps<E> & { readonly name: string }) {
  const { name, reads, given, pickDocument, children } = props
  // The item is read once: the form keeps what was there when it was opened.
  const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
  const { data, error, refetch, isFetching } = useQuery({ ...read(reads, given(name)), ...once })
  const document = useMemo(
    () => data && { ...pickDocument(data), name: `${name}_duplication` },
    [data, pickDocument, name],
  )
  if (document !== undefined) return children(document)
  if (error === null) return <Skeleton height={240} />
  if (isGone(error)) return <EmptyState title={m.absentTarget} />
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}
