import { base64FromBytes, bytesFromBase64 } from '#lib/payload.ts'

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`, … */
  readonly label: string
  /** Undefined when what stands between the lines is no Base64. */
  readonly bytes: Uint8Array | undefined
  /** The old way of OpenSSL to lock a key: headers within the block. */
  readonly isEncrypted: boolean
  /** They themselves; none unless it is locked so. */
  readonly headers: readonly string[]
}

const block = /-----BEGIN ([A-Z0-9 ]{1,64})-----([\s\S]*?)-----END \1-----/g

/** The blocks of a PEM text (RFC 7468); text around them is a comment. */
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
 * The blocks of a text as everybody writes them (RFC 7468 §2): EMQX takes one whose marks do not begin a line for a path.
 * A text of which a block cannot be read stays as it is.
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
