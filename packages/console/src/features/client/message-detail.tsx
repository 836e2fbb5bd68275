import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import { MessageProperties } from '#domain/broker-message/message-properties.tsx'
import { Button } from '#ui/button.tsx'
import { PayloadViewer } from '#ui/payload-viewer.tsx'
import { m } from './messages.ts'
import type { SessionMessage } from './session-messages.ts'

interface MessageDetailProps {
  readonly message: SessionMessage
  readonly onBack: () => void
}

/** One message with its payload. */
export function MessageDetail({ message, onBack }: MessageDetailProps) {
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
      <PayloadViewer base64={message.payload ?? ''} />
    </>
  )
}
