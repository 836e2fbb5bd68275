import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { useEffect, useRef, useState } from 'react'
import { notify } from '#kit/dialogs/notify.tsx'
import { canonicalPem } from '#kit/form/certificate/pem.ts'
import { toKeyPath } from '#kit/form/certificate/sibling-paths.ts'
import type { CertificateField } from '#kit/form/field.ts'
import { useFieldState, useFormMarks, useFormStore } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Tag } from '#ui/marks.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './certificate.module.css'
import { CertificateEditor } from './certificate-editor.tsx'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import { type PemReading, readPem } from './pem-reading.ts'
import type { FileGift } from './use-certificate-file.ts'

interface Editing {
  readonly before: string
  readonly draft: string
}

/** The search starts at the end: an unfinished bundle would otherwise be scanned again from each of its beginnings. */
function isWholePem(text: string): boolean {
  const end = text.lastIndexOf('-----END ')
  return /^-----END [^-]+-----\s*$/.test(text.slice(end)) && /-----BEGIN [^-]+-----/.test(text.slice(0, end))
}

/**
 * A stored value is summarised in a line, not shown as text; a private key is never shown. Replacing starts with an
 * empty field, and leaving it empty keeps the stored value.
 */
export function CertificateControl(props: ControlProps<CertificateField>) {
  const { field, name, hasFault, isDisabled, describedBy } = props
  const { value, change } = useFieldState(name)
  const fillBeside = useFillBeside(field, name)
  const { overrideKey } = useFormStore()
  const isOverridden = useFormMarks(({ keyOverrides }) => keyOverrides.get(name))
  const text = readValue.text(value)
  const [editing, setEditing] = useState<Editing>()
  const root = useRef<HTMLDivElement>(null)
  const isFocusDue = useRef(false)
  useEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    root.current?.querySelector<HTMLElement>('button, textarea')?.focus()
  })
  const edit = (next: Editing | undefined, isByHand: boolean) => {
    isFocusDue.current = isByHand
    setEditing(next)
  }
  const isOpen = !isDisabled && (editing !== undefined || text === '')
  const before = editing?.before ?? text
  return (
    <div ref={root} {...groupAttributes(props)}>
      {isOpen ? (
        <CertificateEditor
          of={field.of}
          label={field.label}
          describedBy={describedBy}
          text={editing?.draft ?? ''}
          hasFault={hasFault}
          onChange={(draft) => {
            const isWhole = isWholePem(draft)
            change(draft.trim() === '' ? before : isWhole ? canonicalPem(draft) : draft)
            if (isWhole) edit(undefined, true)
            else setEditing({ before, draft })
          }}
          onGift={(gift) => {
            change(canonicalPem(gift.own))
            fillBeside(gift)
            edit(undefined, true)
          }}
          onDone={() => {
            // Text behind the last mark is removed, because the broker would take the value for a path.
            change(canonicalPem(text))
            edit(undefined, false)
          }}
          onCancel={
            before === ''
              ? undefined
              : () => {
                  change(before)
                  edit(undefined, true)
                }
          }
        />
      ) : (
        <CertificateLine
          field={field}
          name={name}
          text={text}
          hasFault={hasFault}
          isDisabled={isDisabled}
          onReplace={() => edit({ before: text, draft: '' }, true)}
          onRemove={() => {
            change('')
            edit(undefined, true)
          }}
        />
      )}
      {isOverridden !== undefined && (
        <label className={classes['anyway']} htmlFor={`${name}-anyway`}>
          <Checkbox
            id={`${name}-anyway`}
            checked={isOverridden}
            disabled={isDisabled}
            onChange={(isOn) => overrideKey(name, isOn)}
          />
          {m.useKeyAnyway}
        </label>
      )}
    </div>
  )
}

/** Fills the paired field too: a key store holds both a certificate and a key. */
function useFillBeside({ of, path, certificatePath }: CertificateField, name: string) {
  const { change } = useFormStore()
  // The paths of fields within a row are relative to the row.
  const row = name.slice(0, name.length - path.length)
  return ({ certificate, key }: FileGift) => {
    const keyPath = of === 'certificate' ? toKeyPath(path) : undefined
    if (keyPath !== undefined && key !== '') {
      change(`${row}${keyPath}`, key)
      notify.success(m.keyFilledIn)
    }
    if (of === 'key' && certificatePath !== undefined && certificate !== '') {
      change(`${row}${certificatePath}`, certificate)
      notify.success(m.certificateFilledIn)
    }
  }
}

interface CertificateLineProps {
  readonly field: CertificateField
  readonly name: string
  readonly text: string
  readonly hasFault: boolean
  readonly isDisabled: boolean
  readonly onReplace: () => void
  readonly onRemove: () => void
}

/** Summarises a certificate or key in a line: its subject, its kind, its expiry, and its problems. */
function CertificateLine(props: CertificateLineProps) {
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

/** Reads the content of a certificate field as soon as the parser is loaded. */
function usePemReading(field: CertificateField, name: string, text: string): PemReading {
  const { of, certificatePath, path } = field
  // The paths of fields within a row are relative to the row.
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
