import { type DerNode, hexOf, oidOf, type ReadDer } from './der.ts'
import { ipOf, nameText, timeOf } from './der-text.ts'
import { type KeyFacts, publicKeyOf } from './public-key.ts'

/** What an operator wants to know of a certificate (RFC 5280 §4.1). */
export interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  /** Subject alternative names: hosts, addresses, mail addresses, URIs. */
  readonly names: readonly string[]
  /** RFC 3339. */
  readonly notBefore: string
  readonly notAfter: string
  readonly key: KeyFacts
  /** Hexadecimal. */
  readonly serial: string
  readonly isAuthority: boolean
  /** Says itself that it issued itself; the signature is not checked. */
  readonly isSelfSigned: boolean
  /** Bytes of the names, to follow a chain. */
  readonly subjectId: string
  readonly issuerId: string
}

const alternativeNames = '2.5.29.17'
const basicConstraints = '2.5.29.19'

/** Undefined when it is no certificate. */
export function certificateFacts(
  certificate: DerNode | undefined,
  readDer: ReadDer,
): CertificateFacts | undefined {
  const parts = certificate?.children[0]?.children ?? []
  // The version is the only optional part before the others.
  const [serial, , issuer, validity, subject, publicKey] = parts[0]?.tagClass === 3 ? parts.slice(1) : parts
  const [notBefore, notAfter] = (validity?.children ?? []).map(timeOf)
  if (!serial || !issuer || !subject || !publicKey || notBefore === undefined || notAfter === undefined)
    return undefined
  const extensions =
    parts.find(({ tagClass, tag }) => tagClass === 3 && tag === 3)?.children[0]?.children ?? []
  const extension = (oid: string) => {
    const value = extensions.find(({ children }) => oidOf(children[0]) === oid)?.children.at(-1)
    return value === undefined ? [] : (readDer(value.content)?.children ?? [])
  }
  const [subjectId, issuerId] = [hexOf(subject.whole), hexOf(issuer.whole)]
  return {
    subject: nameText(subject),
    issuer: nameText(issuer),
    names: extension(alternativeNames).flatMap(alternativeName),
    notBefore,
    notAfter,
    key: publicKeyOf(publicKey, readDer),
    serial: hexOf(serial.content),
    isAuthority: extension(basicConstraints).some(({ tag, content }) => tag === 1 && content[0] !== 0),
    isSelfSigned: subjectId === issuerId,
    subjectId,
    issuerId,
  }
}

/** Choices of RFC 5280 §4.2.1.6 that are texts or addresses. */
function alternativeName({ tag, content }: DerNode): readonly string[] {
  if (tag === 7) return [ipOf(content)]
  return tag === 1 || tag === 2 || tag === 6 ? [new TextDecoder('latin1').decode(content)] : []
}
