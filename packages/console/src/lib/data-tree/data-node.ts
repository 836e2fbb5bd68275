/** A document of any format as it is shown: nothing is rounded, renamed or left out. */
export type DataNode =
  | { readonly kind: 'map'; readonly entries: readonly DataEntry[] }
  | { readonly kind: 'list'; readonly items: readonly DataNode[] }
  | { readonly kind: 'text'; readonly text: string }
  /** The number with every digit that was sent. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A value with a meaning of its own: a tag of CBOR, an extension of MessagePack. */
  | { readonly kind: 'tagged'; readonly tag: string; readonly inner: DataNode }

export interface DataEntry {
  /** A text in JSON, any value in the other formats. The same key may occur twice. */
  readonly key: DataNode
  readonly value: DataNode
}

export type DecodeRefusal = 'malformed' | 'too-deep' | 'too-large'

export type DecodeResult =
  | {
      readonly kind: 'tree'
      readonly root: DataNode
      /** The number of bytes after the end of the document. */
      readonly rest: number
    }
  | { readonly kind: 'refused'; readonly why: DecodeRefusal }
