import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import { loadDer } from './der.ts'
import { parsePem } from './pem.ts'

/** `not-pem`: the text is a path, or cannot be read at all. */
export type CertificateFault = 'not-pem' | 'broken' | 'not-certificate'

export type CertificateReading =
  | {
      readonly kind: 'read'
      /**
       * The certificates, at least one; the first belongs to the server or client, unless the list holds authorities.
       */
      readonly certificates: readonly [CertificateFacts, ...CertificateFacts[]]
      /** True if each certificate is issued by the next, as TLS requires of a chain (RFC 5246 §7.4.2). */
      readonly isOrdered: boolean
      /**
       * True if the first certificate has issued another: it is not the server's, whose key fits none of these
       * certificates.
       */
      readonly isReversed: boolean
    }
  | { readonly kind: 'fault'; readonly fault: CertificateFault }

/** Reads the certificates of a PEM text. Signatures, trust and revocation are not checked. */
export async function readCertificates(text: string): Promise<CertificateReading> {
  const blocks = parsePem(text)
  if (blocks.length === 0) return { kind: 'fault', fault: text.includes('-----BEGIN') ? 'broken' : 'not-pem' }
  const readDer = await loadDer()
  const own = blocks.filter(({ label }) => /^(X509 |TRUSTED )?CERTIFICATE$/.test(label))
  const facts = own.map(({ bytes }) => bytes && certificateFacts(readDer(bytes), readDer))
  const [first, ...rest] = facts.filter((one) => one !== undefined)
  if (first === undefined) return { kind: 'fault', fault: own.length === 0 ? 'not-certificate' : 'broken' }
  if (rest.length + 1 < own.length) return { kind: 'fault', fault: 'broken' }
  const isReversed = rest.some(
    ({ issuerId, subjectId }) => issuerId === first.subjectId && subjectId !== issuerId,
  )
  return { kind: 'read', certificates: [first, ...rest], isOrdered: isChain([first, ...rest]), isReversed }
}

function isChain(certificates: readonly CertificateFacts[]): boolean {
  return certificates.every(({ issuerId }, at) => {
    const next = certificates[at + 1]
    return next === undefined || next.subjectId === issuerId
  })
}
