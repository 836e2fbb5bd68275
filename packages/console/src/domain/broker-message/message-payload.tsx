import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/errors.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PayloadViewer } from '#ui/payload-viewer.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { brokerMessage as m } from './messages.ts'

type PayloadQuery = Pick<
  UseQueryResult<{ readonly payload?: string | undefined }>,
  'data' | 'error' | 'refetch' | 'isFetching'
>

export interface MessagePayloadProps {
  /** Asked when the message is opened: a list has no payloads. */
  readonly query: PayloadQuery
  /** Why there is no payload in the answer; undefined: there is one. */
  readonly whyWithheld: (payload: string | undefined) => string | undefined
}

/** A payload that the broker is asked for by itself. */
export function MessagePayload({ query, whyWithheld }: MessagePayloadProps) {
  const { data, error, refetch, isFetching } = query
  if (isGone(error)) return <EmptyState title={m.gone} />
  if (error !== null) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={m.loading} aria-busy="true">
        <Skeleton height={120} />
      </div>
    )
  }
  const reason = whyWithheld(data.payload)
  return reason === undefined ? (
    <PayloadViewer base64={data.payload ?? ''} />
  ) : (
    <EmptyState title={m.noPayload}>{reason}</EmptyState>
  )
}
