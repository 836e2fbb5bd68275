import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const payload = {
  payloadFormat: 'Show payload as',
  text: vocabulary.text,
  json: vocabulary.json,
  cbor: 'CBOR',
  messagePack: 'MessagePack',
  hex: vocabulary.hex,
  base64: vocabulary.base64,
  notText: 'These bytes are not UTF-8 text; what cannot be read is shown as �.',
  notDocument: (format: string, instead: string) => `This payload is not ${format}; ${instead}.`,
  tooDeep: (levels: number, instead: string) =>
    `This document has more than ${formatNumber(levels)} levels within each other; ${instead}.`,
  tooLarge: (instead: string) => `This document is too large to open as a tree; ${instead}.`,
  shownAsText: 'it is shown as text',
  shownAsHex: 'it is shown as hex',
  restFollows: (size: string) => `${size} follow after the end of the document.`,
  documentOf: (format: string) => `${format} document`,
  linesCut: (shown: string) => `The first ${shown} are shown; copying takes all of it.`,
  documentAs: 'Show document as',
  tree: 'Tree',
  lines: 'Indented',
  payloadCut: (shown: string, total: string) => `First ${shown} of ${total}`,
  loadAll: 'Load all',
  image: 'Image',
  imageOf: (kind: string, width: string, height: string) => `${kind} image, ${width} × ${height} pixels`,
  imageTooLarge: (size: string, pixels: string) =>
    `Images are shown up to ${size} and ${pixels} pixels; the bytes are there as hex and Base64.`,
  brokenImage: 'The browser cannot draw this image.',
  unpacking: 'Unpacking…',
  unpackedTo: (name: string, sent: string, size: string) => `Sent with ${name}: ${sent}, unpacked ${size}`,
  unpackedBeginning: (name: string, sent: string, size: string) =>
    `Sent with ${name}: ${sent}. It unpacks to more than ${size}; only the beginning is shown.`,
  showAsSent: 'Show as sent',
  showUnpacked: 'Show unpacked',
  packedBroken: (name: string) =>
    `It begins like ${name} and cannot be unpacked: it is damaged or cut off. It is shown as sent.`,
  packedUnknown: (name: string) => `This browser cannot unpack ${name}; it is shown as sent.`,
  packedTooSlow: (name: string) => `Unpacking ${name} takes too long; it is shown as sent.`,
  emptyPayload: 'Empty payload',
  brokenPayload: 'The payload is not valid Base64; it is shown as it came.',
}
