import { useState } from 'react'
import type { FileOpening, OpenedFile } from '#kit/form/certificate/file/open-certificate-file.ts'
import type { CertificateField } from '#kit/form/field.ts'
import { form as formWords, controls as m } from '#kit/messages/form.ts'

/** The extensions that the specification lists (§5). */
export const certificateExtensions = ['crt', 'key', 'pem', 'jks', 'der', 'cer', 'pfx'] as const

/**
 * The maximum size in bytes: a certificate with its chain has some kilobytes, the trust store of Java some hundreds.
 */
const MOST_BYTES = 1_000_000

/** The texts that a file provides for this field and for its paired field. */
export interface FileGift {
  readonly own: string
  readonly certificate: string
  readonly key: string
}

interface CertificateFile {
  readonly fault: string | undefined
  /** The file that needs a password, for which the user is asked. */
  readonly locked: File | undefined
  readonly isBusy: boolean
  readonly take: (file: File | undefined) => Promise<void>
  readonly unlock: (password: string) => Promise<void>
}

/** Opens a chosen or dropped file. The readers for key stores are loaded only for a file that is not text. */
export function useCertificateFile(
  of: CertificateField['of'],
  onGift: (gift: FileGift) => void,
): CertificateFile {
  const [fault, setFault] = useState<string>()
  const [locked, setLocked] = useState<File>()
  const [isBusy, setIsBusy] = useState(false)
  const settle = (file: File, opening: FileOpening) => {
    setLocked(opening.kind === 'locked' || isWrongPassword(opening) ? file : undefined)
    if (opening.kind === 'fault') return setFault(faultWords(opening.fault))
    if (opening.kind === 'locked') return setFault(undefined)
    const own = ownPart(of, opening)
    if (own === '') return setFault(of === 'key' ? m.noKeyInFile : m.noCertificateInFile)
    setFault(undefined)
    onGift({ own, certificate: opening.certificate, key: opening.key })
  }
  const open = async (file: File, password: string | undefined) => {
    setIsBusy(true)
    const { openCertificateFile } = await import('#kit/form/certificate/file/open-certificate-file.ts')
    const opening = await openCertificateFile(new Uint8Array(await file.arrayBuffer()), password, of !== 'ca')
    setIsBusy(false)
    settle(file, opening)
  }
  const take = async (file: File | undefined) => {
    if (file === undefined || isBusy) return
    setLocked(undefined)
    if (!hasKnownEnding(file)) return setFault(wrongFile)
    if (file.size > MOST_BYTES) return setFault(wrongFile)
    const text = await file.text()
    if (!text.includes('-----BEGIN ')) return await open(file, undefined)
    setFault(undefined)
    onGift({ own: text, certificate: '', key: '' })
  }
  return {
    fault,
    locked,
    isBusy,
    take,
    unlock: async (password) => {
      if (locked !== undefined && !isBusy) await open(locked, password)
    },
  }
}

const wrongFile = formWords.fileExtension(certificateExtensions.join(', '))

function hasKnownEnding({ name }: File): boolean {
  return certificateExtensions.some((one) => name.toLowerCase().endsWith(`.${one}`))
}

function ownPart(of: CertificateField['of'], { certificate, key, authorities }: OpenedFile): string {
  return { certificate, key, ca: authorities }[of]
}

function isWrongPassword(opening: FileOpening): boolean {
  return opening.kind === 'fault' && opening.fault === 'wrong-password'
}

function faultWords(fault: Extract<FileOpening, { kind: 'fault' }>['fault']): string {
  return {
    unknown: wrongFile,
    broken: m.fileIsBroken,
    unsupported: m.fileUnsupported,
    'old-cipher': m.fileOldCipher,
    'too-costly': m.fileTooCostly,
    'wrong-password': m.wrongFilePassword,
    'several-keys': m.severalKeys,
  }[fault]
}
