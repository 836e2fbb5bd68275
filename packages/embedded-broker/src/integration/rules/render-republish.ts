import type { RepublishArgs } from '@brokerdeck/contract/integration/rules.ts'
import { textOf } from '@brokerdeck/contract/rule-sql/evaluate/functions/text-of.ts'
import { isMap, type TermMap, visibleText } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import type { PublishProperties, PublishRequest } from '../../mqtt/cluster.ts'
import { asQos } from '../../mqtt/message.ts'
import { filled, filledBytes, single, truth } from './row-template.ts'

function propertiesOf(args: RepublishArgs, row: TermMap): PublishProperties {
  const named = new Map(
    Object.entries(args.mqtt_properties).map(([name, template]) => [name, single(String(template), row)]),
  )
  const text = (name: string) => {
    const value = named.get(name)
    return value === undefined ? undefined : visibleText(textOf(value))
  }
  const number = (name: string) => {
    const value = Number(text(name) ?? Number.NaN)
    return Number.isInteger(value) && value >= 0 ? value : undefined
  }
  const [format, expiry] = [number('Payload-Format-Indicator'), number('Message-Expiry-Interval')]
  const [contentType, responseTopic] = [text('Content-Type'), text('Response-Topic')]
  const correlation = text('Correlation-Data')
  const users = single(args.user_properties, row)
  return {
    ...(format !== undefined && { payloadFormatIndicator: format === 1 ? 1 : 0 }),
    ...(expiry !== undefined && { messageExpiryInterval: expiry }),
    ...(contentType !== undefined && { contentType }),
    ...(responseTopic !== undefined && { responseTopic }),
    ...(correlation !== undefined && { correlationData: Buffer.from(correlation) }),
    ...(isMap(users) && {
      userProperties: [...users].map(([key, value]) => [key, visibleText(textOf(value))] as const),
    }),
  }
}

/** The message that a republish sends for a row; its properties come from the row or else from the event. */
export function renderRepublish(args: RepublishArgs, row: TermMap, seen: TermMap): PublishRequest {
  const qos = Number(typeof args.qos === 'string' ? (single(args.qos, row) ?? 0) : args.qos)
  return {
    topic: filled(args.topic, row),
    payload: filledBytes(args.payload, row),
    qos: asQos(qos),
    retain: truth(args.retain, row),
    properties: propertiesOf(args, new Map([...seen, ...row])),
  }
}
