import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import { Button } from '#ui/button.tsx'
import { PayloadViewer } from '#ui/payload-viewer.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { senderName } from './message-columns.tsx'
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
      <PropertyList
        groups={[
          {
            properties: [
              {
                label: m.topic,
                value: <Verbatim text={message.topic} mono focusable />,
                copy: message.topic,
              },
              { label: m.qosLabel, value: message.qos },
              {
                label: m.messageId,
                value: <Verbatim text={message.msgid} mono focusable />,
                copy: message.msgid,
              },
              { label: m.from, value: <Verbatim text={message.from_clientid} mono focusable /> },
              { label: m.fromUsername, value: <Verbatim text={senderName(message)} focusable /> },
              { label: m.published, value: <RelativeTime at={message.publish_at} /> },
            ],
          },
        ]}
      />
      <PayloadViewer base64={message.payload ?? ''} />
    </>
  )
}
