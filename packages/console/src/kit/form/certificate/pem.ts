import { base64FromBytes, bytesFromBase64 } from '#lib/payload.ts'

export interface PemBlock {
  /** The label: `CERTIFICATE`, `RSA PRIVATE KEY`, … */
  readonly label: string
  /** The content; undefined if the text between the marks is not Base64. */
  readonly bytes: Uint8Array | undefined
  /** True if the key is encrypted in the old way of OpenSSL, with headers within the block. */
  readonly isEncrypted: boolean
  /** The headers of the block; empty unless the key is encrypted in that way. */
  readonly headers: readonly string[]
}

const block = /-----BEGIN ([A-Z0-9 ]{1,64})-----([\s\S]*?)-----END \1-----/g

/** Returns the blocks of a PEM text (RFC 7468); text around the blocks is a comment. */
export function parsePem(text: string): readonly PemBlock[] {
  return [...text.matchAll(block)].map(([, label = '', inner = '']) => {
    const lines = inner.split(/\r?\n/).map((line) => line.trim())
    const isEncrypted = lines.some((line) => /^Proc-Type:.*ENCRYPTED/.test(line))
    const body = lines.filter((line) => !line.includes(':')).join('')
    return {
      label,
      bytes: bytesFromBase64(body.replaceAll(/\s/g, '')),
      isEncrypted,
      headers: isEncrypted ? lines.filter((line) => line.includes(':')) : [],
    }
  })
}

const lineLength = 64

/**
 * Returns the blocks of a text in the usual layout (RFC 7468 §2): EMQX takes a block whose marks do not begin a line
 * for a path. A text with an unreadable block stays unchanged.
 */
export function canonicalPem(text: string): string {
  const written = parsePem(text).map(({ label, bytes, headers }) => {
    if (bytes === undefined || bytes.length === 0) return undefined
    const body = base64FromBytes(bytes).match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
    const head = headers.length === 0 ? [] : [...headers, '']
    return [`-----BEGIN ${label}-----`, ...head, ...body, `-----END ${label}-----`, ''].join('\n')
  })
  return written.length === 0 || written.includes(undefined) ? text : written.join('')
}
