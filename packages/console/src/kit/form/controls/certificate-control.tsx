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

/** Looked at from its end: a bundle that does not end yet would be gone through once for each of its beginnings. */
function isWholePem(text: string): boolean {
  const end = text.lastIndexOf('-----END ')
  return /^-----END [^-]+-----\s*$/.test(text.slice(end)) && /-----BEGIN [^-]+-----/.test(text.slice(0, end))
}

/**
 * What is there is said in a line, not shown as text; a private key is never shown. Replacing begins empty, and leaving
 * it empty keeps what was there.
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
            // Text behind the last mark is no reason to send what the broker would take for a path.
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

/** A store holds both: what belongs to the other field of the pair goes there. */
function useFillBeside({ of, path, certificatePath }: CertificateField, name: string) {
  const { change } = useFormStore()
  // Within a row the paths of its fields are relative to it.
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

/** A certificate or key in one line: whose it is, of what sort, until when, and what is wrong with it. */
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
