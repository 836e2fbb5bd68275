import { useMemo, useState } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { bytesFromBase64 } from '#lib/payload.ts'
import { isTreeForm, type PayloadForm, suggest } from '#lib/payload-form.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import type { PathAction } from './data-tree/data-tree.tsx'
import { payload as m } from './messages.ts'
import { type DocumentLook, PayloadDocument } from './payload/payload-document.tsx'
import { PayloadText } from './payload/payload-text.tsx'
import { printPayload } from './payload/print-payload.ts'
import classes from './payload-viewer.module.css'
import { Segmented } from './segmented.tsx'

const PREVIEW = 64 * 1024

const forms = [
  { value: 'text', label: m.text },
  { value: 'json', label: m.json },
  { value: 'cbor', label: m.cbor },
  { value: 'message-pack', label: m.messagePack },
  { value: 'hex', label: m.hex },
  { value: 'base64', label: m.base64 },
] as const satisfies readonly { value: PayloadForm; label: string }[]

const looks = [
  { value: 'tree', label: m.tree },
  { value: 'lines', label: m.lines },
] as const satisfies readonly { value: DocumentLook; label: string }[]

type PayloadViewerProps = ({ readonly bytes: Uint8Array } | { readonly base64: string }) & {
  /** Of the message; says how to show it first, where it is true. */
  readonly contentType?: string | undefined
  /** Offered for the place in a document where one stands. */
  readonly pathAction?: PathAction | undefined
}

/** A message's bytes as text, hex or Base64, cut at 64 KiB until asked for, or as a document to open. */
export function PayloadViewer(props: PayloadViewerProps) {
  const { contentType, pathAction } = props
  const source = 'bytes' in props ? props.bytes : props.base64
  const { bytes, isBroken } = useMemo(() => toBytes(source), [source])
  const suggested = useMemo(() => suggest(bytes, contentType), [bytes, contentType])
  const [chosen, setChosen] = useState<PayloadForm>()
  const [isWhole, setWhole] = useState(false)
  const [look, setLook] = useState<DocumentLook>('tree')
  const form = chosen ?? suggested.form
  const isCut = !isTreeForm(form) && !isWhole && bytes.length > PREVIEW
  return (
    <div className={classes['viewer']}>
      <div className={classes['bar']}>
        <Segmented label={m.payloadFormat} value={form} options={forms} onChange={setChosen} />
        <span>
          {isCut ? m.payloadCut(formatBytes(PREVIEW), formatBytes(bytes.length)) : formatBytes(bytes.length)}
        </span>
        {isCut && (
          <Button size="small" onClick={() => setWhole(true)}>
            {m.loadAll}
          </Button>
        )}
        <span className={classes['end']}>
          {isTreeForm(form) && (
            <Segmented label={m.documentAs} value={look} options={looks} onChange={setLook} />
          )}
          <CopyButton text={() => printPayload(bytes, form)} />
        </span>
      </div>
      {isBroken && <p className={classes['remark']}>{m.brokenPayload}</p>}
      {bytes.length === 0 ? (
        <p className={classes['remark']}>{m.emptyPayload}</p>
      ) : isTreeForm(form) ? (
        <PayloadDocument
          bytes={bytes}
          form={form}
          known={form === suggested.form ? suggested.result : undefined}
          look={look}
          pathAction={pathAction}
        />
      ) : (
        <PayloadText bytes={isCut ? bytes.subarray(0, PREVIEW) : bytes} form={form} isCut={isCut} />
      )}
    </div>
  )
}

function toBytes(source: Uint8Array | string): { readonly bytes: Uint8Array; readonly isBroken: boolean } {
  if (typeof source !== 'string') return { bytes: source, isBroken: false }
  const decoded = bytesFromBase64(source)
  return { bytes: decoded ?? new TextEncoder().encode(source), isBroken: decoded === undefined }
}
