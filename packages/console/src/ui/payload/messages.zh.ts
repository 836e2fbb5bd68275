import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const payload: Words<typeof en.payload> = {
  payloadFormat: 'Payload 显示方式',
  text: vocabulary.text,
  json: vocabulary.json,
  cbor: 'CBOR',
  messagePack: 'MessagePack',
  hex: vocabulary.hex,
  base64: vocabulary.base64,
  notText: '内容不是 UTF-8 文本，无法识别的部分显示为 �。',
  notDocument: (format: string, instead: string) => `内容不是 ${format}，${instead}。`,
  tooDeep: (levels: number, instead: string) => `内容嵌套超过 ${formatNumber(levels)} 层，${instead}。`,
  tooLarge: (instead: string) => `内容过大，无法以树形展示，${instead}。`,
  shownAsText: '按文本显示',
  shownAsHex: '按十六进制显示',
  restFollows: (size: string) => `内容结束之后还有 ${size}。`,
  documentOf: (format: string) => `${format} 内容`,
  linesCut: (shown: string) => `仅显示前 ${shown}，复制可得到全部内容。`,
  documentAs: '内容展示方式',
  tree: '树形',
  lines: '缩进文本',
  payloadCut: (shown: string, total: string) => `仅显示前 ${shown}，共 ${total}`,
  loadAll: '加载全部',
  image: '图片',
  imageOf: (kind: string, width: string, height: string) => `${kind} 图片，${width} × ${height} 像素`,
  imageTooLarge: (size: string, pixels: string) =>
    `仅显示不超过 ${size} 且不超过 ${pixels} 像素的图片，可按十六进制或 Base64 查看内容。`,
  brokenImage: '浏览器无法显示该图片。',
  unpacking: '正在解压…',
  unpackedTo: (name: string, sent: string, size: string) => `以 ${name} 压缩发送：${sent}，解压后 ${size}`,
  unpackedBeginning: (name: string, sent: string, size: string) =>
    `以 ${name} 压缩发送：${sent}。解压后超过 ${size}，仅显示开头部分。`,
  showAsSent: '显示原始内容',
  showUnpacked: '显示解压内容',
  packedBroken: (name: string) => `内容以 ${name} 开头但无法解压：已损坏或不完整，按原样显示。`,
  packedUnknown: (name: string) => `该浏览器无法解压 ${name}，按原样显示。`,
  packedTooSlow: (name: string) => `解压 ${name} 耗时过长，按原样显示。`,
  emptyPayload: 'Payload 为空',
  brokenPayload: 'Payload 不是有效的 Base64，按原样显示。',
}
