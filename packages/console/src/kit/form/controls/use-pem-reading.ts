import { useEffect, useState } from 'react'
import type { CertificateField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { m } from './messages.ts'
import { type PemReading, readPem } from './pem-reading.ts'
import { readValue } from './read-value.ts'

const none: PemReading = { detail: m.none, remarks: [] }
const unread: PemReading = { detail: '', remarks: [] }

/** What stands in a certificate field, read as soon as its parser has come. */
export function usePemReading(field: CertificateField, name: string, text: string): PemReading {
  const { of, certificatePath, path } = field
  // Within a row the paths of its fields are relative to it.
  const row = name.slice(0, name.length - path.length)
  const other = useFieldState(`${row}${certificatePath ?? path}`)
  const certificate = certificatePath === undefined ? '' : readValue.text(other.value)
  const [reading, setReading] = useState(unread)
  useEffect(() => {
    const leaving = new AbortController()
    void readPem(of, text, certificate, Date.now()).then((next) => {
      if (!leaving.signal.aborted) setReading(next)
    })
    return () => leaving.abort()
  }, [of, text, certificate])
  return text === '' ? none : reading
}
