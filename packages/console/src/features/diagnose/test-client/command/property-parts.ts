import type { MessageProperties } from '#domain/mqtt-link/link-message.ts'
import { textFromBytes } from '#lib/payload.ts'
import { type CommandPart, noteAlone, part } from './command.ts'

/** Undefined where the bytes are nothing that a command can be given. */
export function commandText(bytes: Uint8Array): string | undefined {
  const { text, isText } = textFromBytes(bytes)
  return isText && !text.includes('\0') ? text : undefined
}

/** Of a message, or of a will (MQTT 5 §3.3.2.3, §3.1.3.2). */
export function propertyParts(of: 'publish' | 'will', properties: MessageProperties): readonly CommandPart[] {
  const { isText, expiry, contentType, responseTopic, correlationData, topicAlias } = properties
  const given = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [part(['-D', of, name, value])]
  return [
    ...given('payload-format-indicator', isText === true ? 1 : undefined),
    ...given('message-expiry-interval', expiry),
    ...given('content-type', contentType),
    ...given('response-topic', responseTopic),
    ...(correlationData === undefined ? [] : [correlationPart(of, correlationData)]),
    ...given('topic-alias', topicAlias),
    ...(properties.userProperties ?? []).map(([name, value]) =>
      part(['-D', of, 'user-property', name, value]),
    ),
  ]
}

function correlationPart(of: 'publish' | 'will', bytes: Uint8Array): CommandPart {
  const text = commandText(bytes)
  return text === undefined ? noteAlone('correlation') : part(['-D', of, 'correlation-data', text])
}
