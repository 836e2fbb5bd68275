/** A value of DER, with the parts that the readers of certificates and keys need. */
export interface DerNode {
  /** The tag class: 1 is universal, 3 is context-specific. */
  readonly tagClass: number
  readonly tag: number
  readonly content: Uint8Array
  /** The bytes with tag and length: two names are the same if their bytes are the same. */
  readonly whole: Uint8Array
  readonly children: readonly DerNode[]
}

export type ReadDer = (bytes: Uint8Array) => DerNode | undefined

interface Block {
  readonly idBlock: { readonly tagClass: number; readonly tagNumber: number }
  readonly lenBlock: { readonly length: number }
  readonly valueBeforeDecodeView: Uint8Array
  readonly valueBlock: object
}

/** Loads the DER parser, which is large and seldom needed. Its own limits bound the cost of a hostile text. */
export async function loadDer(): Promise<ReadDer> {
  const { fromBER } = await import('asn1js')
  return (bytes) => {
    try {
      const { offset, result } = fromBER(bytes, { maxDepth: 20, maxNodes: 5000, parseEmbedded: false })
      return offset === -1 ? undefined : toDerNode(result)
    } catch {
      // The parser throws plain errors at a value it cannot convert, such as an invalid time: the data are not DER
      // then.
      return undefined
    }
  }
}

function toDerNode({ idBlock, lenBlock, valueBeforeDecodeView, valueBlock }: Block): DerNode {
  const inner = 'value' in valueBlock && Array.isArray(valueBlock.value) ? valueBlock.value : []
  return {
    tagClass: idBlock.tagClass,
    tag: idBlock.tagNumber,
    content: valueBeforeDecodeView.subarray(valueBeforeDecodeView.length - lenBlock.length),
    whole: valueBeforeDecodeView,
    children: inner.filter(isBlock).map(toDerNode),
  }
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'idBlock' in value && 'valueBeforeDecodeView' in value
}

/** Returns the dotted form, such as `2.5.29.17`, of the content of an object identifier (X.690 §8.19). */
export function readOid(node: DerNode | undefined): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of node?.content ?? []) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first, ...rest] = arcs
  if (first === undefined) return ''
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

/** Returns lower-case digits without leading zero bytes, which only keep a number positive. */
export function formatHex(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(00)+(?=..)/, '')
}

/** Returns the content of a bit string: the first byte counts unused bits and is left out. */
export function readBitString(node: DerNode | undefined): Uint8Array {
  return node?.content.subarray(1) ?? new Uint8Array()
}
