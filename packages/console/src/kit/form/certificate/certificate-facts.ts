import { type DerNode, formatHex, type ReadDer, readBitString, readOid } from './der.ts'
import { formatKeyName, type KeyFacts, readKeyFamily, rsaKey } from './public-key.ts'

/** The short names of RFC 4514 and other common attributes. */
const attributes: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

/** The facts about a certificate that concern an operator (RFC 5280 §4.1). */
export interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  /** The subject alternative names: hosts, addresses, mail addresses, URIs. */
  readonly names: readonly string[]
  /** The start of the validity, in the form of RFC 3339, like the end. */
  readonly notBefore: string
  readonly notAfter: string
  readonly key: KeyFacts
  /** The serial number in hexadecimal. */
  readonly serial: string
  readonly isAuthority: boolean
  /** True if the issuer and the subject are the same; the signature is not checked. */
  readonly isSelfSigned: boolean
  /** The encoded bytes of the names, used to follow a chain. */
  readonly subjectId: string
  readonly issuerId: string
}

const alternativeNames = '2.5.29.17'
const basicConstraints = '2.5.29.19'

/** Returns the facts of a certificate; undefined if the data are not a certificate. */
export function certificateFacts(
  certificate: DerNode | undefined,
  readDer: ReadDer,
): CertificateFacts | undefined {
  const parts = certificate?.children[0]?.children ?? []
  // The version is the only optional part before the other parts.
  const [serial, , issuer, validity, subject, publicKey] = parts[0]?.tagClass === 3 ? parts.slice(1) : parts
  const [notBefore, notAfter] = (validity?.children ?? []).map(decodeTime)
  if (!serial || !issuer || !subject || !publicKey || notBefore === undefined || notAfter === undefined)
    return undefined
  const extensions =
    parts.find(({ tagClass, tag }) => tagClass === 3 && tag === 3)?.children[0]?.children ?? []
  const extension = (oid: string) => {
    const value = extensions.find(({ children }) => readOid(children[0]) === oid)?.children.at(-1)
    return value === undefined ? [] : (readDer(value.content)?.children ?? [])
  }
  const [subjectId, issuerId] = [formatHex(subject.whole), formatHex(issuer.whole)]
  return {
    subject: nameText(subject),
    issuer: nameText(issuer),
    names: extension(alternativeNames).flatMap(alternativeName),
    notBefore,
    notAfter,
    key: readPublicKey(publicKey, readDer),
    serial: formatHex(serial.content),
    isAuthority: extension(basicConstraints).some(({ tag, content }) => tag === 1 && content[0] !== 0),
    isSelfSigned: subjectId === issuerId,
    subjectId,
    issuerId,
  }
}

/** Returns the choices of RFC 5280 §4.2.1.6 that are texts or addresses. */
function alternativeName({ tag, content }: DerNode): readonly string[] {
  if (tag === 7) return [formatIp(content)]
  return tag === 1 || tag === 2 || tag === 6 ? [new TextDecoder('latin1').decode(content)] : []
}

/** Formats a name such as `CN=broker, O=Plant`: the common name first, the rest in the written order. */
function nameText(name: DerNode): string {
  const pairs = name.children.flatMap(({ children }) =>
    children.map(({ children: [type, value] }) => {
      const oid = readOid(type)
      return `${attributes[oid] ?? oid}=${value === undefined ? '' : decodeString(value)}`
    }),
  )
  const isCommon = (pair: string) => pair.startsWith('CN=')
  return [...pairs.filter(isCommon), ...pairs.filter((pair) => !isCommon(pair))].join(', ')
}

/** BMPString is UTF-16; TeletexString is read as Latin-1, as is common; the other types are UTF-8 or subsets of it. */
function decodeString({ tag, content }: DerNode): string {
  const encoding = tag === 30 ? 'utf-16be' : tag === 20 ? 'latin1' : 'utf-8'
  return new TextDecoder(encoding).decode(content)
}

/** Converts UTCTime (years 1950 to 2049, RFC 5280 §4.1.2.5.1) and GeneralizedTime to RFC 3339. */
function decodeTime({ tag, content }: DerNode): string | undefined {
  const text = new TextDecoder('latin1').decode(content)
  const short = tag === 23 && Number(text.slice(0, 2)) < 50 ? '20' : '19'
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(tag === 23 ? `${short}${text}` : text)
  if (digits === null) return undefined
  const [, year, month, day, hour, minute, second] = digits
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

function formatIp(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) return formatHex(bytes)
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16),
  )
  // The platform's URL parser returns the shortest spelling of an address.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** Reads the key facts of a SubjectPublicKeyInfo. */
function readPublicKey(info: DerNode | undefined, readDer: ReadDer): KeyFacts {
  const [algorithm, key] = info?.children ?? []
  const family = readKeyFamily(algorithm)
  const bits = readBitString(key)
  if (family === 'RSA') return rsaKey(readDer(bits)?.children[0])
  return { name: formatKeyName(family, algorithm), family, publicNumber: formatHex(bits) }
}
