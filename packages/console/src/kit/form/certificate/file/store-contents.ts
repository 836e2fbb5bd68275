/** The content of a file of certificates and keys, each as DER. */
export interface StoreContents {
  readonly keys: readonly StoredKey[]
  /** The certificates, without those that belong to a key only because they stand beside it. */
  readonly certificates: readonly Uint8Array[]
}

export interface StoredKey {
  /** The label of the PEM block that holds the bytes: `PRIVATE KEY`, `EC PRIVATE KEY`, … */
  readonly label: string
  readonly bytes: Uint8Array
}
