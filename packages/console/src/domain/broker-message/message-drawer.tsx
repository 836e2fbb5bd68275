import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { MessagePayload, type MessagePayloadProps } from './message-payload.tsx'
import { type MessageFacts, MessageProperties } from './message-properties.tsx'

interface MessageDrawerProps extends MessagePayloadProps {
  readonly message: MessageFacts
  readonly more?: PropertyGroup['properties']
  readonly onClose: () => void
}

/** One message of a list, with its payload. */
export function MessageDrawer({ message, more = [], onClose, ...payload }: MessageDrawerProps) {
  return (
    <DrawerShell title={visibleText(message.topic, 80)} isOpen onClose={onClose} size={720}>
      <MessageProperties message={message} more={more} />
      <MessagePayload {...payload} />
    </DrawerShell>
  )
}
