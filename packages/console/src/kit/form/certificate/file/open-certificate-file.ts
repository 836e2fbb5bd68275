import { type CertificateFacts, certificateFacts } from '#kit/form/certificate/certificate-facts.ts'
import { type DerNode, loadDer, type ReadDer, readOid } from '#kit/form/certificate/der.ts'
import { keyMatch } from '#kit/form/certificate/public-key.ts'
import { readPrivateKey } from '#kit/form/certificate/read-private-key.ts'
import { base64FromBytes } from '#lib/payload.ts'
import { isJavaStore, openJavaStore } from './open-java-store.ts'
import { isPkcs12, openPkcs12 } from './open-pkcs12.ts'
import { getDerContent, openSealed } from './open-sealed.ts'
import type { StoreContents } from './store-contents.ts'
import { type FileFault, newWorkBudget, UnreadableFile } from './work-budget.ts'

/** The content of a file as PEM; a key store may fill every field. */
export interface OpenedFile {
  readonly kind: 'opened'
  /** The certificate of the key, followed by its issuers; all certificates if the file holds no key. */
  readonly certificate: string
  readonly key: string
  /** The issuers of the certificate; all certificates if the file holds no key. */
  readonly authorities: string
}

export type FileOpening =
  | OpenedFile
  /** The file needs a password. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'fault'; readonly fault: FileFault | 'several-keys' }

interface Certificate {
  readonly bytes: Uint8Array
  readonly facts: CertificateFacts
}

/**
 * Opens DER, PKCS #12 or a Java key store, recognised by its content. `hasKeys`: keys are wanted, not only
 * certificates.
 */
export async function openCertificateFile(
  bytes: Uint8Array<ArrayBuffer>,
  password: string | undefined,
  hasKeys: boolean,
): Promise<FileOpening> {
  const readDer = await loadDer()
  try {
    return await arrangeContents(await openContents(bytes, password, hasKeys, readDer), readDer)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const isLocked = error.fault === 'wrong-password' && password === undefined
    return isLocked ? { kind: 'locked' } : { kind: 'fault', fault: error.fault }
  }
}

async function openContents(
  bytes: Uint8Array<ArrayBuffer>,
  password: string | undefined,
  hasKeys: boolean,
  readDer: ReadDer,
): Promise<StoreContents> {
  if (isJavaStore(bytes)) return openJavaStore(bytes, { password, hasKeys, readDer })
  const node = readDer(bytes)
  if (node === undefined) throw new UnreadableFile('unknown')
  const spend = newWorkBudget()
  // Many writers encrypt with an empty password if the user gives none.
  if (isPkcs12(node)) return await openPkcs12(node, { password: password ?? '', spend, readDer })
  if (certificateFacts(node, readDer) !== undefined) return { keys: [], certificates: [bytes] }
  const label = keyLabel(node)
  if (label !== undefined) return { keys: [{ label, bytes }], certificates: [] }
  if (!isSealedKey(node)) throw new UnreadableFile('unknown')
  const [algorithm, data] = node.children
  const opened = await openSealed(algorithm, getDerContent(data), password ?? '', spend)
  if (opened === undefined) throw new UnreadableFile('wrong-password')
  return { keys: [{ label: 'PRIVATE KEY', bytes: opened }], certificates: [] }
}

/** Recognises a key by the tags of its first parts: PKCS #8, RFC 8017 §A.1.2, RFC 5915 §3. */
function keyLabel({ children }: DerNode): string | undefined {
  const tags = children.map(({ tagClass, tag }) => (tagClass === 1 ? tag : undefined))
  if (tags[0] === 2 && tags[1] === 16 && tags[2] === 4) return 'PRIVATE KEY'
  if (tags.length >= 9 && tags.slice(0, 9).every((tag) => tag === 2)) return 'RSA PRIVATE KEY'
  return tags[0] === 2 && tags[1] === 4 ? 'EC PRIVATE KEY' : undefined
}

function isSealedKey({ children: [algorithm, data, ...rest] }: DerNode): boolean {
  return readOid(algorithm?.children[0]) !== '' && data?.tag === 4 && rest.length === 0
}

async function arrangeContents(
  { keys, certificates }: StoreContents,
  readDer: ReadDer,
): Promise<FileOpening> {
  const known = certificates.flatMap((bytes): readonly Certificate[] => {
    const facts = certificateFacts(readDer(Uint8Array.from(bytes)), readDer)
    return facts === undefined ? [] : [{ bytes, facts }]
  })
  if (known.length < certificates.length) return { kind: 'fault', fault: 'broken' }
  const [stored, ...others] = keys
  if (others.length > 0) return { kind: 'fault', fault: 'several-keys' }
  const key = stored === undefined ? '' : formatPem(stored.label, stored.bytes)
  const reading = await readPrivateKey(key)
  const own = known.find(
    ({ facts }) => reading.kind === 'read' && keyMatch(facts.key, reading.key) === 'matches',
  )
  // If a key does not contain its public half, the first certificate is taken, because writers put it first.
  const first = own ?? (stored === undefined ? undefined : known[0])
  const chain = first === undefined ? known : chainFrom(first, known)
  const authorities = chain.filter((one) => one !== first)
  const texts = (all: readonly Certificate[]) =>
    all.map(({ bytes }) => formatPem('CERTIFICATE', bytes)).join('')
  return {
    kind: 'opened',
    certificate: texts(chain),
    key,
    authorities: texts(authorities.length === 0 ? known : authorities),
  }
}

/** Returns the chain in which each certificate is issued by the next; other certificates are left out. */
function chainFrom(first: Certificate, all: readonly Certificate[]): readonly Certificate[] {
  const chain = [first]
  for (const { facts } of chain) {
    const next = all.find((one) => one.facts.subjectId === facts.issuerId && !chain.includes(one))
    if (next !== undefined && !facts.isSelfSigned) chain.push(next)
  }
  return chain
}

/** Formats PEM with lines of 64 characters (RFC 7468 §2). */
function formatPem(label: string, bytes: Uint8Array): string {
  const lines = base64FromBytes(bytes).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
