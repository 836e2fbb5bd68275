export type ImageKind = 'png' | 'jpeg' | 'webp'

export interface ImageFacts {
  readonly kind: ImageKind
  /** The width in pixels, as the header of the image says. */
  readonly width: number
  readonly height: number
}

/** Larger images are not given to the browser, which decodes each pixel to four bytes before it shows the image. */
export const IMAGE_LIMITS = { size: 2 * 1024 * 1024, side: 16_384, pixels: 25_000_000 } as const

const readers: Readonly<Record<ImageKind, (bytes: DataView) => readonly [number, number] | undefined>> = {
  png: readPngSize,
  jpeg: readJpegSize,
  webp: readWebpSize,
}

/**
 * Returns undefined for everything except PNG, JPEG or WebP with a readable header; also for SVG, which is a
 * document.
 */
export function findImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = findKind(view)
  if (kind === undefined) return undefined
  const [width = 0, height = 0] = readers[kind](view) ?? []
  return width > 0 && height > 0 ? { kind, width, height } : undefined
}

/** Tells whether the image is small enough to be given to the browser. */
export function isShowable({ width, height }: ImageFacts, size: number): boolean {
  const { side, pixels } = IMAGE_LIMITS
  return size <= IMAGE_LIMITS.size && width <= side && height <= side && width * height <= pixels
}

const isAt = (view: DataView, at: number, text: string) =>
  view.byteLength >= at + text.length &&
  [...text].every((character, index) => view.getUint8(at + index) === character.charCodeAt(0))

function findKind(view: DataView): ImageKind | undefined {
  if (isAt(view, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (isAt(view, 0, '\xff\xd8\xff')) return 'jpeg'
  return isAt(view, 0, 'RIFF') && isAt(view, 8, 'WEBP') ? 'webp' : undefined
}

function readPngSize(view: DataView) {
  if (!isAt(view, 12, 'IHDR') || view.byteLength < 24) return undefined
  return [view.getUint32(16), view.getUint32(20)] as const
}

/** Reads the segments up to the start of a frame, which contains the size (T.81, B.2.2). */
function readJpegSize(view: DataView) {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)] as const
    const isFill = marker === 0xff
    at += isFill ? 1 : 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

const readUint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** Reads the size of the three kinds of WebP (RFC 9649, 2.5 to 2.7). */
function readWebpSize(view: DataView) {
  if (view.byteLength < 30) return undefined
  if (isAt(view, 12, 'VP8X')) return [readUint24(view, 24) + 1, readUint24(view, 27) + 1] as const
  if (isAt(view, 12, 'VP8 ')) {
    return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff] as const
  }
  if (!isAt(view, 12, 'VP8L')) return undefined
  const bits = view.getUint32(21, true)
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1] as const
}
