export type PayloadForm = 'text' | 'json' | 'hex' | 'base64'

/** Undefined when it is not Base64. */
export function bytesFromBase64(base64: string): Uint8Array | undefined {
  try {
    const binary = atob(base64)
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

export function base64FromBytes(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** UTF-8; what is not is replaced by �, and `isText` says so. `isCut`: an incomplete last character is no fault. */
export function textFromBytes(bytes: Uint8Array, isCut = false): { text: string; isText: boolean } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut })
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return { text, isText: true }
  } catch (error) {
    if (error instanceof TypeError) return { text, isText: false }
    throw error
  }
}

/** Indented; undefined when it is not JSON. Numbers keep every digit: only the white space is changed. */
export function indentJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  let depth = 0
  const newLine = () => `\n${'  '.repeat(depth)}`
  return text.trim().replace(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[{]|[\]}]|,|:|\s+/g, (token) => {
    if (token.startsWith('"')) return token
    if (/^[[{]\s*[\]}]$/.test(token)) return `${token.at(0)}${token.at(-1)}`
    if (token === '[' || token === '{') {
      depth += 1
      return token + newLine()
    }
    if (token === ']' || token === '}') {
      depth -= 1
      return newLine() + token
    }
    if (token === ',') return token + newLine()
    return token === ':' ? ': ' : ''
  })
}

/** `0000  48 65 6c 6c 6f …  Hello`, sixteen bytes a line. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const line = bytes.subarray(offset, offset + 16)
    const hex = Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = Array.from(line, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
    ).join('')
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${text}`)
  }
  return lines.join('\n')
}
