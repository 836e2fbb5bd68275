import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { useEffect, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { controls as m } from '../../messages/form.ts'
import type { CertificateField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import classes from './certificate.module.css'
import { type PemReading, readPem } from './pem-reading.ts'
import { readValue } from './read-value.ts'

interface CertificateLineProps {
  readonly field: CertificateField
  readonly name: string
  readonly text: string
  readonly hasFault: boolean
  readonly isDisabled: boolean
  readonly onReplace: () => void
  readonly onRemove: () => void
}

/** A certificate or key in one line: whose it is, of what sort, until when, and what is wrong with it. */
export function CertificateLine(props: CertificateLineProps) {
  const { field, name, text, hasFault, isDisabled, onReplace, onRemove } = props
  const { subject, detail, remarks } = usePemReading(field, name, text)
  const isBad = hasFault || remarks.some(({ tone }) => tone === 'bad')
  const Icon = field.of === 'key' ? IconKey : IconCertificate
  return (
    <div className={classNames(classes['line'], isBad && classes['bad'])}>
      <Icon size={16} stroke={1.5} aria-hidden />
      <span className={classes['what']}>
        {subject !== undefined && (
          <span className={classes['subject']}>
            <Verbatim text={subject} mono />
          </span>
        )}
        <span className={classes['detail']}>{detail}</span>
      </span>
      <span className={classes['tags']}>
        {remarks.map((remark) => (
          <Tag key={remark.text} tone={remark.tone}>
            {remark.text}
          </Tag>
        ))}
      </span>
      {!isDisabled && (
        <span className={classes['ends']}>
          {field.isRequired !== true && text !== '' && (
            <Button size="small" variant="quiet" onClick={onRemove}>
              {m.removeFile}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onReplace}>
            {m.replace}
          </Button>
        </span>
      )}
    </div>
  )
}

const none: PemReading = { detail: m.none, remarks: [] }
const unread: PemReading = { detail: '', remarks: [] }

/** What stands in a certificate field, read as soon as its parser has come. */
function usePemReading(field: CertificateField, name: string, text: string): PemReading {
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
