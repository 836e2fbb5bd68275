import { useState } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import {
  base64FromBytes,
  bytesFromBase64,
  hexDump,
  indentJson,
  type PayloadForm,
  textFromBytes,
} from '#lib/payload.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { m } from './messages.ts'
import classes from './payload-viewer.module.css'
import { Segmented } from './segmented.tsx'
import { VerbatimPieces } from './verbatim-pieces.tsx'

const PREVIEW = 64 * 1024

const forms = [
  { value: 'text', label: m.text },
  { value: 'json', label: m.json },
  { value: 'hex', label: m.hex },
  { value: 'base64', label: m.base64 },
] as const satisfies readonly { value: PayloadForm; label: string }[]

function print(bytes: Uint8Array, form: PayloadForm, isCut: boolean): { shown: string; remark?: string } {
  if (form === 'hex') return { shown: hexDump(bytes) }
  if (form === 'base64') return { shown: base64FromBytes(bytes) }
  const { text, isText } = textFromBytes(bytes, isCut)
  if (!isText) return { shown: text, remark: m.notText }
  const indented = form === 'json' ? indentJson(text) : undefined
  if (form === 'json' && indented === undefined) return { shown: text, remark: m.notJson }
  return { shown: indented ?? text }
}

function suggestForm(bytes: Uint8Array): PayloadForm {
  const { text, isText } = textFromBytes(bytes)
  if (!isText) return 'hex'
  return /^\s*[[{]/.test(text) && indentJson(text) !== undefined ? 'json' : 'text'
}

/** A message's bytes as text, JSON, hex or Base64. Large ones are cut at 64 KiB until asked for. */
export function PayloadViewer({ base64 }: { readonly base64: string }) {
  const decoded = bytesFromBase64(base64)
  const bytes = decoded ?? new TextEncoder().encode(base64)
  const [chosen, setChosen] = useState<PayloadForm>()
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && bytes.length > PREVIEW
  const preview = isCut ? bytes.subarray(0, PREVIEW) : bytes
  const form = chosen ?? suggestForm(preview)
  const { shown, remark } = print(preview, form, isCut)
  return (
    <div className={classes['viewer']}>
      <div className={classes['bar']}>
        <Segmented label={m.payloadFormat} value={form} options={forms} onChange={setChosen} />
        <span>
          {isCut
            ? m.payloadCut(formatBytes(PREVIEW), formatBytes(bytes.length))
            : m.payloadSize(formatBytes(bytes.length))}
        </span>
        {isCut && (
          <Button size="small" onClick={() => setWhole(true)}>
            {m.loadAll}
          </Button>
        )}
        <span className={classes['end']}>
          <CopyButton text={() => print(bytes, form, false).shown} />
        </span>
      </div>
      {decoded === undefined && <p className={classes['remark']}>{m.brokenPayload}</p>}
      {remark !== undefined && <p className={classes['remark']}>{remark}</p>}
      {bytes.length === 0 ? (
        <p className={classes['remark']}>{m.emptyPayload}</p>
      ) : (
        <pre
          className={classNames(classes['payload'], form === 'hex' && classes['columns'])}
          {...{ tabIndex: 0 }}
        >
          <VerbatimPieces text={shown} keepLines />
        </pre>
      )}
    </div>
  )
}
