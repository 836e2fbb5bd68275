import { formatDateTime, formatRelative } from '#i18n/format-time.ts'
import type { CertificateFacts } from '#kit/form/certificate/certificate-facts.ts'
import { keyMatch } from '#kit/form/certificate/public-key.ts'
import { type CertificateReading, readCertificates } from '#kit/form/certificate/read-certificates.ts'
import { type KeyFault, readPrivateKey } from '#kit/form/certificate/read-private-key.ts'
import type { CertificateField } from '#kit/form/field.ts'
import { controls as m } from '#kit/messages/form.ts'

interface Remark {
  readonly tone: 'neutral' | 'warn' | 'bad'
  readonly text: string
}

/** The content of the line about a certificate or a key. */
export interface PemReading {
  /** The subject in the spelling of the certificate or the operator: hostile text. */
  readonly subject?: string
  readonly detail: string
  readonly remarks: readonly Remark[]
}

const SOON = 30 * 86_400_000
const faults = {
  broken: m.brokenPem,
  'not-certificate': m.notCertificate,
  'not-key': m.notKey,
  encrypted: m.encryptedKey,
} as const

/** Reads the content of a certificate field; `certificate` is the text to which a key must belong. */
export async function readPem(
  of: CertificateField['of'],
  text: string,
  certificate: string,
  now: number,
): Promise<PemReading> {
  if (of === 'key') return await readKey(text, certificate)
  const reading = await readCertificates(text)
  return reading.kind === 'fault' ? faulty(text, reading.fault) : describe(of, reading, now)
}

function describe(
  of: 'certificate' | 'ca',
  { certificates, isOrdered, isReversed }: Extract<CertificateReading, { kind: 'read' }>,
  now: number,
): PemReading {
  const [first, ...rest] = certificates
  const remarks = [
    ...validity(first, now),
    ...(rest.some(({ notAfter }) => Date.parse(notAfter) <= now) ? [bad(m.anotherExpired)] : []),
    ...(of === 'ca' && !certificates.every(({ isAuthority }) => isAuthority) ? [warn(m.notAuthority)] : []),
    ...(of === 'certificate' && isReversed ? [bad(m.chainReversed)] : []),
    ...(of === 'certificate' && !isOrdered && !isReversed ? [warn(m.chainUnordered)] : []),
    ...(rest.length > 0 ? [neutral(m.moreCertificates(rest.length))] : []),
  ]
  const until = formatDateTime(first.notAfter).slice(0, 10)
  const validText = Date.parse(first.notAfter) <= now ? m.expiredOn(until) : m.validUntil(until)
  const names = first.names.filter((name) => !first.subject.includes(name))
  return {
    subject: [first.subject || m.noSubject, ...names].join(', '),
    detail: m.keyAndValidity(first.key.name, validText),
    remarks,
  }
}

function validity({ notBefore, notAfter }: CertificateFacts, now: number): readonly Remark[] {
  const end = Date.parse(notAfter)
  if (end <= now) return [bad(m.expired(formatRelative(end, now)))]
  if (Date.parse(notBefore) > now) return [bad(m.notYetValid(formatRelative(notBefore, now)))]
  return end - now < SOON ? [warn(m.expiresSoon(formatRelative(end, now)))] : []
}

async function readKey(text: string, certificate: string): Promise<PemReading> {
  const reading = await readPrivateKey(text)
  if (reading.kind === 'fault') return faulty(text, reading.fault)
  const owner = await readCertificates(certificate)
  const match = owner.kind === 'read' ? keyMatch(owner.certificates[0].key, reading.key) : 'unknown'
  return {
    detail: reading.key.name,
    remarks: match === 'unknown' ? [] : [match === 'matches' ? neutral(m.keyMatches) : bad(m.keyDiffers)],
  }
}

/** Returns the line for a path, or for a text that could not be read. */
function faulty(text: string, fault: KeyFault | 'not-certificate'): PemReading {
  if (fault === 'not-pem') return { subject: text.trim(), detail: m.pathOnNodes, remarks: [] }
  const remark = fault === 'encrypted' ? neutral(faults[fault]) : bad(faults[fault])
  return { detail: m.unreadPem, remarks: [remark] }
}

const neutral = (text: string): Remark => ({ tone: 'neutral', text })
const warn = (text: string): Remark => ({ tone: 'warn', text })
const bad = (text: string): Remark => ({ tone: 'bad', text })
