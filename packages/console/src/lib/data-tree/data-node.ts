/** A document of any format as what is seen of it: nothing is rounded, renamed or left out. */
export type DataNode =
  | { readonly kind: 'map'; readonly entries: readonly DataEntry[] }
  | { readonly kind: 'list'; readonly items: readonly DataNode[] }
  | { readonly kind: 'text'; readonly text: string }
  /** With every digit that was sent. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A value with a meaning of its own: a tag of CBOR, an extension of MessagePack. */
  | { readonly kind: 'tagged'; readonly tag: string; readonly inner: DataNode }

export interface DataEntry {
  /** Text in JSON, anything in the other formats. The same key may come twice. */
  readonly key: DataNode
  readonly value: DataNode
}

export type DecodeRefusal = 'malformed' | 'too-deep' | 'too-large'

export type DecodeResult =
  | {
      readonly kind: 'tree'
      readonly root: DataNode
      /** Bytes after the end of the document. */
      readonly rest: number
    }
  | { readonly kind: 'refused'; readonly why: DecodeRefusal }
