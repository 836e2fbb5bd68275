import { plural } from '#i18n/sentences.ts'

export const charts = {
  figure: 'Metric',
  noFigures: 'No metrics',
  noFiguresText:
    'The latest messages have no number to draw. JSON, CBOR, MessagePack and text are looked into, also packed with gzip or zlib; ON and OPEN count as 1, OFF and CLOSED as 0, and of 21 °C the number is taken.',
  unknownPacking: (name: string) =>
    `The latest message is packed with ${name}, and this browser cannot unpack it.`,
  points: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'value', other: 'values' })} in the latest messages, up to 500`,
  wholePayload: 'Whole payload',
} as const
