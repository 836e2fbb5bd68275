import { type DelayedMessage, delayed, delayedPayloadTooLarge } from '@brokerdeck/contract/traffic/delayed.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { MessageDrawer } from '#domain/broker-message/message-drawer.tsx'
import { formatDuration } from '#i18n/format-time.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'

interface DelayedDrawerProps {
  readonly message: DelayedMessage
  readonly onClose: () => void
}

export function DelayedDrawer({ message, onClose }: DelayedDrawerProps) {
  const { node, msgid } = message
  const query = useQuery({ ...read(delayed.getMessage, { params: { node, msgid } }), gcTime: 0 })
  return (
    <MessageDrawer
      message={message}
      more={[
        { label: m.delay, value: formatDuration(message.delayed_interval * 1000) },
        { label: m.goesOut, value: <RelativeTime at={message.expected_at} /> },
        { label: m.node, value: <Verbatim text={node} mono focusable /> },
      ]}
      query={query}
      whyWithheld={(payload) => (payload === delayedPayloadTooLarge ? m.tooLarge : undefined)}
      onClose={onClose}
    />
  )
}
