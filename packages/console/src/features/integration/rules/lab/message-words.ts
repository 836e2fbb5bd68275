import { labMessages as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatClock } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { LabMessage, MessageOrigin } from './lab-message.ts'
import { type MessageFault, readColumns } from './read-context.ts'

const origins: Readonly<Record<MessageOrigin, string>> = {
  example: m.example,
  made: m.made,
  captured: m.captured,
  retained: m.retained,
  pasted: m.pasted,
}

/** Returns where the message comes from, and when it arrived. */
export function originWord({ origin, at }: LabMessage): string {
  return origin === 'example' ? origins.example : `${origins[origin]} ${formatClock(at)}`
}

/** Returns the topic or else the event of a message, as the name in a list. */
export function messageName({ context }: LabMessage): string {
  const read = readColumns(context)
  if ('fault' in read) return m.unreadable
  const name = read.columns.get('topic') ?? read.columns.get('event_type')
  return typeof name === 'string' && name !== '' ? visibleText(name, 80) : m.unreadable
}

const expectedWords = {
  text: m.faultText,
  integer: m.faultInteger,
  truth: m.faultTruth,
  qos: m.faultQos,
  map: m.faultMap,
} as const

export function messageFaultWords(fault: MessageFault): string {
  switch (fault.kind) {
    case 'json':
      return m.faultJson
    case 'object':
      return m.faultObject
    case 'too-long':
      return m.faultLong
    case 'event':
      return m.faultEvent
    case 'unknown':
      return m.faultUnknown(fault.event)
    case 'value':
      return expectedWords[fault.expected]
    case 'base64':
      return m.faultBase64
  }
}
