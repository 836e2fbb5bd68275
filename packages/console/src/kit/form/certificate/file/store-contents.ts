/** What a file of certificates and keys holds, each as DER. */
export interface StoreContents {
  readonly keys: readonly StoredKey[]
  /** Without those that belong to a key only because they stand beside it. */
  readonly certificates: readonly Uint8Array[]
}

export interface StoredKey {
  /** Of the PEM block that holds the bytes: `PRIVATE KEY`, `EC PRIVATE KEY`, … */
  readonly label: string
  readonly bytes: Uint8Array
}
