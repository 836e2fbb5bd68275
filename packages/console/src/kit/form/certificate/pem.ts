import { bytesFromBase64 } from '#lib/payload.ts'

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`, … */
  readonly label: string
  /** Undefined when what stands between the lines is no Base64. */
  readonly bytes: Uint8Array | undefined
  /** The old way of OpenSSL to lock a key: headers within the block. */
  readonly isEncrypted: boolean
}

const block = /-----BEGIN ([A-Z0-9 ]{1,64})-----([\s\S]*?)-----END \1-----/g

/** The blocks of a PEM text (RFC 7468); text around them is a comment. */
export function parsePem(text: string): readonly PemBlock[] {
  return [...text.matchAll(block)].map(([, label = '', inner = '']) => {
    const lines = inner.split(/\r?\n/)
    const body = lines.filter((line) => !line.includes(':')).join('')
    return {
      label,
      bytes: bytesFromBase64(body.replaceAll(/\s/g, '')),
      isEncrypted: lines.some((line) => /^Proc-Type:.*ENCRYPTED/.test(line)),
    }
  })
}
