import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { brokerMessage as m } from './messages.ts'

/** The facts about a message that every list of the broker contains. */
export interface MessageFacts {
  readonly msgid: string
  readonly topic: string
  readonly qos: number
  /** The time in RFC 3339 or epoch milliseconds. */
  readonly publish_at: string | number
  readonly from_clientid: string
  readonly from_username: string
}

interface MessagePropertiesProps {
  readonly message: MessageFacts
  readonly more?: PropertyGroup['properties']
}

export function MessageProperties({ message, more = [] }: MessagePropertiesProps) {
  return (
    <PropertyList
      groups={[
        {
          properties: [
            {
              label: m.topic,
              value: <Verbatim text={message.topic} mono focusable />,
              copy: message.topic,
            },
            { label: m.qos, value: message.qos },
            {
              label: m.messageId,
              value: <Verbatim text={message.msgid} mono focusable />,
              copy: message.msgid,
            },
            { label: m.from, value: <Verbatim text={message.from_clientid} mono focusable /> },
            { label: m.fromUsername, value: <Verbatim text={senderName(message.from_username)} focusable /> },
            { label: m.published, value: <RelativeTime at={message.publish_at} /> },
            ...more,
          ],
        },
      ]}
    />
  )
}

/**
 * The broker writes `undefined` for a sender without a username, and an empty text for its API and its own messages.
 */
export function senderName(username: string): string | undefined {
  return username === 'undefined' || username === '' ? undefined : username
}
