import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import { MessagePayload } from '#domain/broker-message/message-payload.tsx'
import { MessageProperties } from '#domain/broker-message/message-properties.tsx'
import { Button } from '#ui/button.tsx'
import type { MessageList } from './client-search.ts'
import { m } from './messages.ts'
import type { SessionMessage } from './session-messages.ts'
import { useMessagePayload } from './use-session-messages.ts'

/** A message with the one in front of it, behind which the broker finds it. */
export interface ChosenMessage {
  readonly message: SessionMessage
  readonly before: SessionMessage | undefined
}

interface MessageDetailProps {
  readonly clientid: string
  readonly list: MessageList
  readonly chosen: ChosenMessage
  readonly onBack: () => void
}

/** One message with its payload. */
export function MessageDetail({ clientid, list, chosen, onBack }: MessageDetailProps) {
  const { message, before } = chosen
  const query = useMessagePayload(clientid, list, message, before)
  return (
    <>
      <div>
        <Button
          size="small"
          icon={<IconChevronLeft size={16} stroke={1.5} />}
          data-autofocus
          onClick={onBack}
        >
          {m.allMessages}
        </Button>
      </div>
      <MessageProperties message={message} />
      <MessagePayload
        query={query}
        whyWithheld={(payload) => (payload === undefined ? m.messageLeft : undefined)}
      />
    </>
  )
}
