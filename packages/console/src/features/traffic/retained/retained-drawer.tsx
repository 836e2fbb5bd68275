import { type RetainedMessage, retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { MessageDrawer } from '#domain/broker-message/message-drawer.tsx'
import { whyRetainedWithheld } from '#domain/broker-message/why-withheld.ts'

interface RetainedDrawerProps {
  readonly message: RetainedMessage
  readonly onClose: () => void
}

/** The last message of a topic, as it is now: it may be another one than in the list. */
export function RetainedDrawer({ message, onClose }: RetainedDrawerProps) {
  const { topic } = message
  const query = useQuery({ ...read(retainer.getMessage, { params: { topic } }), gcTime: 0 })
  return (
    <MessageDrawer
      message={query.data ?? message}
      query={query}
      whyWithheld={whyRetainedWithheld}
      onClose={onClose}
    />
  )
}
