import type { UseQueryResult } from '@tanstack/react-query'
import { describeError, isGone } from '#api/errors.ts'
import { whyClosed } from '#api/query.ts'
import { MessagePayloadViewer } from '#domain/broker-message/schema/message-payload-viewer.tsx'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type MessageFacts, MessageProperties } from './message-properties.tsx'
import { brokerMessage as m } from './messages.ts'

interface MessageDrawerProps extends Omit<MessagePayloadProps, 'topic'> {
  readonly message: MessageFacts
  readonly more?: PropertyGroup['properties']
  readonly onClose: () => void
}

/** Shows a message of a list, with its payload. */
export function MessageDrawer({ message, more = [], onClose, ...payload }: MessageDrawerProps) {
  return (
    <DrawerShell title={visibleText(message.topic, 80)} isOpen onClose={onClose} size={720}>
      <MessageProperties message={message} more={more} />
      <MessagePayload topic={message.topic} {...payload} />
    </DrawerShell>
  )
}

type PayloadQuery = Pick<
  UseQueryResult<{ readonly payload?: string | undefined }>,
  'data' | 'error' | 'refetch' | 'isFetching'
>

interface MessagePayloadProps {
  readonly topic: string
  /** The query for the payload, sent when the message is opened, because a list contains no payloads. */
  readonly query: PayloadQuery
  /** Returns the reason why the response has no payload; undefined if it has a payload. */
  readonly whyWithheld: (payload: string | undefined) => string | undefined
}

/** Shows a payload that is requested separately. */
export function MessagePayload({ topic, query, whyWithheld }: MessagePayloadProps) {
  const { data, error, refetch, isFetching } = query
  const hidden = whyClosed('payloads')
  if (hidden !== undefined) return <EmptyState title={m.hiddenPayload}>{hidden}</EmptyState>
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
    <MessagePayloadViewer topic={topic} base64={data.payload ?? ''} />
  ) : (
    <EmptyState title={m.noPayload}>{reason}</EmptyState>
  )
}
