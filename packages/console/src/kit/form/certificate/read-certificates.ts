import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import { loadDer } from './der.ts'
import { parsePem } from './pem.ts'

/** `not-pem`: a path, or nothing that can be read. */
export type CertificateFault = 'not-pem' | 'broken' | 'not-certificate'

export type CertificateReading =
  | {
      readonly kind: 'read'
      /** At least one; the first is that of the server or client, unless it is a list of authorities. */
      readonly certificates: readonly [CertificateFacts, ...CertificateFacts[]]
      /** Each one is issued by the next: what TLS asks of a chain (RFC 5246 §7.4.2). */
      readonly isOrdered: boolean
      /** The first has issued another one: it is not that of the server, whose key fits none of this. */
      readonly isReversed: boolean
    }
  | { readonly kind: 'fault'; readonly fault: CertificateFault }

/** What stands in a PEM text. Reads only: no signature, no trust, no revocation is judged. */
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
