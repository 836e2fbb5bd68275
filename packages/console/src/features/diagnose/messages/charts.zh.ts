import type { Words } from '#i18n/words.ts'
import type * as en from './charts.ts'

export const charts: Words<typeof en.charts> = {
  figure: '数值',
  noFigures: '没有数值',
  noFiguresText:
    '最近的消息中没有可绘制的数值。支持 JSON、CBOR、MessagePack 和文本（包括 gzip、zlib 压缩的内容）：ON、OPEN 为 1，OFF、CLOSED 为 0，“21 °C” 取其中的数值。',
  unknownPacking: (name: string) => `最近的消息以 ${name} 压缩，此浏览器无法解压。`,
  points: (_count: number, shown: string) => `最近的消息（至多 500 条）中有 ${shown} 个值`,
  wholePayload: '整个 Payload',
}
