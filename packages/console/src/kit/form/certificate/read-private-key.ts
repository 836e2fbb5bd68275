import { type DerNode, formatHex, loadDer, type ReadDer, readBitString } from './der.ts'
import { parsePem } from './pem.ts'
import { ecName, formatKeyName, type KeyFacts, readKeyFamily, rsaKey } from './public-key.ts'

/**
 * `encrypted`: the key cannot be read without a passphrase; `not-pem`: the text is a path, or cannot be read at all.
 */
export type KeyFault = 'not-pem' | 'broken' | 'not-key' | 'encrypted'

export type KeyReading =
  | { readonly kind: 'read'; readonly key: KeyFacts }
  | { readonly kind: 'fault'; readonly fault: KeyFault }

/** Reads the type of the private key in a PEM text. The secret numbers of the key are never read. */
export async function readPrivateKey(text: string): Promise<KeyReading> {
  const blocks = parsePem(text)
  if (blocks.length === 0) return { kind: 'fault', fault: text.includes('-----BEGIN') ? 'broken' : 'not-pem' }
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'))
  if (block === undefined) return { kind: 'fault', fault: 'not-key' }
  if (block.isEncrypted || block.label === 'ENCRYPTED PRIVATE KEY')
    return { kind: 'fault', fault: 'encrypted' }
  const key = block.bytes && (await readKeyBytes(block.label, block.bytes))
  return key === undefined ? { kind: 'fault', fault: 'broken' } : { kind: 'read', key }
}

/** Reads the type of the key from the bytes of a block; undefined if they are not a key. */
export async function readKeyBytes(label: string, bytes: Uint8Array): Promise<KeyFacts | undefined> {
  const readDer = await loadDer()
  const node = readDer(bytes)
  return node && readKeyFacts(label, node, readDer)
}

function readKeyFacts(label: string, { children }: DerNode, readDer: ReadDer): KeyFacts | undefined {
  switch (label) {
    // The parts by RFC 8017 §A.1.2: version, modulus, …
    case 'RSA PRIVATE KEY':
      return children[1] && rsaKey(children[1])
    case 'EC PRIVATE KEY':
      return ecKey(children, contextual(children, 0)?.children[0])
    case 'PRIVATE KEY':
      return readWrappedKey(children, readDer)
    default:
      return undefined
  }
}

/** Reads a key of RFC 5915: version, secret, [0] curve, [1] point; the last two may be missing. */
function ecKey(children: readonly DerNode[], curve: DerNode | undefined): KeyFacts {
  const point = contextual(children, 1)?.children[0]
  return { name: ecName(curve), family: 'EC', publicNumber: point && formatHex(readBitString(point)) }
}

/** Reads a key of PKCS #8 and RFC 5958: version, algorithm, secret, [1] public key. */
function readWrappedKey(children: readonly DerNode[], readDer: ReadDer): KeyFacts | undefined {
  const [, algorithm, secret] = children
  if (algorithm === undefined || secret === undefined) return undefined
  const family = readKeyFamily(algorithm)
  const inner = readDer(secret.content)?.children ?? []
  if (family === 'RSA') return rsaKey(inner[1])
  if (family === 'EC') return ecKey(inner, algorithm.children[1])
  const known = contextual(children, 1)
  return {
    name: formatKeyName(family, algorithm),
    family,
    publicNumber: known && formatHex(readBitString(known)),
  }
}

function contextual(children: readonly DerNode[], tag: number): DerNode | undefined {
  return children.find((child) => child.tagClass === 3 && child.tag === tag)
}
