import type { CertificateField } from '../field.ts'
import { m } from './messages.ts'

interface PemReading {
  readonly subject?: string
  readonly detail: string
  readonly remarks: readonly { readonly tone: 'neutral' | 'warn' | 'bad'; readonly text: string }[]
}

export function usePemReading(_field: CertificateField, text: string): PemReading {
  if (text === '') return { detail: m.none, remarks: [] }
  if (!text.includes('-----BEGIN')) return { subject: text, detail: m.pathOnNodes, remarks: [] }
  return { detail: 'PEM', remarks: [] }
}
