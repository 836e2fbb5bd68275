export interface StompFrame {
  readonly command: string
  /** The headers in their order; of a repeated name the first header counts. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

export function getHeader({ headers }: StompFrame, name: string): string | undefined {
  return headers.find(([one]) => one === name)?.[1]
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\r': '\\r', '\n': '\\n', ':': '\\c' }

/** Escapes a header (STOMP 1.2, "Value Encoding"); CONNECT and CONNECTED are not escaped. */
function escapeHeader(text: string): string {
  return text.replaceAll(/[\\\r\n:]/g, (sign) => escapes[sign] ?? sign)
}

const plain = (text: string) => text.replaceAll(/[\r\n\0]/g, ' ')

/** Formats a frame; `hasEscapes` tells whether the client understands escapes, which exist since 1.1. */
export function formatFrame({ command, headers, body }: StompFrame, hasEscapes = true): Buffer {
  const write = hasEscapes && command !== 'CONNECTED' ? escapeHeader : plain
  const lines = headers.map(([name, value]) => `${write(name)}:${write(value)}\n`)
  const length = body.length > 0 ? `content-length:${body.length}\n` : ''
  return Buffer.concat([Buffer.from(`${command}\n${lines.join('')}${length}\n`), body, Buffer.of(0, 0x0a)])
}
