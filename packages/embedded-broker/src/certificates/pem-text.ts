/** One block of a PEM text. */
export interface PemEntry {
  readonly label: string
  /** The two lines before the body that describe how an old private key is encrypted. */
  readonly headers: readonly string[]
  /** Base64 without white space. */
  readonly body: string
}

/** The labels that Erlang knows (`public_key`); blocks with other labels count as text in between. */
const labels: ReadonlySet<string> = new Set([
  'CERTIFICATE',
  'CERTIFICATE REQUEST',
  'DH PARAMETERS',
  'DSA PRIVATE KEY',
  'EC PARAMETERS',
  'EC PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'PKCS7',
  'PRIVATE KEY',
  'PUBLIC KEY',
  'RSA PRIVATE KEY',
  'RSA PUBLIC KEY',
  'X509 CRL',
])

const begin = /^-----BEGIN ([A-Z0-9 ]{1,40})-----/
const end = '-----END '
const locked = 'Proc-Type: 4,ENCRYPTED'
const lineLength = 64

/**
 * Returns the blocks of a text as Erlang finds them: both markers begin a line of their own, and the content between
 * them may have any layout. Returns no blocks if a block does not end.
 */
export function readPem(text: string): readonly PemEntry[] {
  const entries: PemEntry[] = []
  let open: { readonly label: string; readonly lines: string[] } | undefined
  for (const line of text.split(/\r?\n/)) {
    const label = begin.exec(line)?.[1]
    if (open !== undefined && line.startsWith(end)) {
      entries.push(toEntry(open.label, open.lines))
      open = undefined
    } else if (open !== undefined) open.lines.push(line)
    else if (label !== undefined && labels.has(label)) open = { label, lines: [] }
  }
  return open === undefined ? entries : []
}

function toEntry(label: string, lines: readonly string[]): PemEntry {
  const isLocked = lines[0]?.startsWith(locked) === true
  const [headers, body] = isLocked ? [lines.slice(0, 2), lines.slice(2)] : [[], lines]
  return { label, headers, body: body.join('').replaceAll(/[^A-Za-z0-9+/=]/g, '') }
}

export const isPem = (text: string): boolean => readPem(text).length > 0

/** Formats the blocks in the layout that OpenSSL reads, whatever layout they were written in. */
export function formatPem(entries: readonly PemEntry[]): string {
  return entries
    .map(({ label, headers, body }) => {
      const lines = body.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
      const head = headers.length === 0 ? [] : [...headers, '']
      return [`-----BEGIN ${label}-----`, ...head, ...lines, `-----END ${label}-----`, ''].join('\n')
    })
    .join('')
}
