import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { payloadInput as m } from '#kit/messages/page.ts'
import { indentJson } from '#lib/indent-json.ts'
import {
  bytesOfDraft,
  convertDraft,
  type PayloadDraft,
  type PayloadKind,
  readableDraft,
} from '#lib/payload-draft.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './payload-input.module.css'

/** The broker's default maximum size of a message, in bytes. */
const MOST = 1024 * 1024

interface PayloadInputProps {
  readonly label: string
  readonly value: PayloadDraft
  readonly onChange: (value: PayloadDraft) => void
  /** The problem with the input (`payloadFault`), once it may be shown. */
  readonly fault?: string | undefined
  /** Called when the input loses the focus: its problem may be shown from then on. */
  readonly onLeave?: () => void
  readonly rows?: number
}

const kinds = [
  { value: 'text', label: m.text },
  { value: 'json', label: m.json },
  { value: 'hex', label: m.hex },
  { value: 'base64', label: m.base64 },
] as const satisfies readonly { value: PayloadKind; label: string }[]

/** The length up to which every key press checks whether the text is formatted. */
const mostLookedAt = 20_000

/**
 * The limits in characters: a text area lays out its whole text at once, and a megabyte of short lines takes a
 * second.
 */
const mostEdited = 100_000
const mostShown = 2_000

/** Returns the text of the field after a paste, if it is too long for a text area. */
function tooLongPaste(event: ClipboardEvent<HTMLTextAreaElement>): string | undefined {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const pasted = event.clipboardData.getData('text/plain')
  if (value.length - (selectionEnd - selectionStart) + pasted.length <= mostEdited) return undefined
  // Line breaks become those of a text area.
  const lines = pasted.replaceAll(/\r\n?/g, '\n')
  return value.slice(0, selectionStart) + lines + value.slice(selectionEnd)
}

/**
 * Edits the bytes of a message, typed as text, JSON, hex or Base64, or read from a file. Another kind keeps the
 * bytes.
 */
export function PayloadInput({ label, value, onChange, fault, onLeave, rows = 5 }: PayloadInputProps) {
  const [remark, setRemark] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const isTooLong = value.text.length > mostEdited
  const bytes = bytesOfDraft(value)
  const isFormattable = value.kind === 'json' && bytes !== undefined && value.text.trim() !== ''
  const isFormatted =
    isFormattable && value.text.length <= mostLookedAt && indentJson(value.text) === value.text
  const change = (next: PayloadDraft) => {
    setRemark(undefined)
    onChange(next)
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = isTooLong ? undefined : tooLongPaste(event)
    if (text === undefined) return
    event.preventDefault()
    change({ kind: value.kind, text })
  }
  const latest = useRef({ value, change })
  useEffect(() => {
    latest.current = { value, change }
  })
  const format = () => {
    const { kind, text } = value
    const indented = indentJson(text)
    if (indented === undefined) return setRemark(m.tooDeep)
    // A megabyte is indented in one task and parsed again in the next one; input typed in between is kept.
    setTimeout(() => {
      const { current: now } = latest
      if (now.value.kind === kind && now.value.text === text) now.change({ kind, text: indented })
    })
  }
  const remove = () => {
    change({ kind: value.kind, text: '' })
    // The button disappears, so the focus moves to the field.
    box.current?.querySelector('textarea')?.focus()
  }
  const switchTo = (kind: PayloadKind) => {
    const converted = convertDraft(value, kind)
    if (converted === undefined) setRemark(m.notText)
    else change(converted)
  }
  return (
    <LabelledField
      label={label}
      {...(bytes === undefined ? {} : { note: formatBytes(bytes.length) })}
      fault={fault}
      help={remark ?? (isTooLong ? m.beginningOnly : undefined)}
      onBlur={onLeave}
    >
      {(control) => (
        <div ref={box} className={classes['input']}>
          <TextArea
            {...control}
            isCode
            rows={rows}
            value={isTooLong ? value.text.slice(0, mostShown) : value.text}
            isLocked={isTooLong}
            onPaste={paste}
            onChange={(text) => change({ kind: value.kind, text })}
          />
          <div className={classes['bar']}>
            <Segmented label={m.kind(label)} value={value.kind} options={kinds} onChange={switchTo} />
            {isFormattable && !isFormatted && (
              <Button size="small" variant="quiet" onClick={format}>
                {m.format}
              </Button>
            )}
            {isTooLong && (
              <Button size="small" variant="quiet" onClick={remove}>
                {m.remove}
              </Button>
            )}
            <FileButton label={m.fileOf(label)} onRead={change} onRefuse={setRemark} />
          </div>
        </div>
      )}
    </LabelledField>
  )
}

interface FileButtonProps {
  readonly label: string
  readonly onRead: (draft: PayloadDraft) => void
  /** Called with the reason if the file is not accepted. */
  readonly onRefuse: (reason: string) => void
}

/** Reads the bytes of a file, and chooses the most readable kind for them. */
function FileButton({ label, onRead, onRefuse }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MOST) return onRefuse(m.fileTooLarge(formatBytes(MOST)))
    try {
      onRead(readableDraft(new Uint8Array(await file.arrayBuffer())))
    } catch {
      // The file was deleted or locked after it was chosen: the browser gives no further details.
      onRefuse(m.fileUnread)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          // Resetting the value allows the same file to be chosen again after it has changed on disk.
          currentTarget.value = ''
        }}
      />
      <Button size="small" variant="quiet" onClick={() => input.current?.click()}>
        {m.file}
      </Button>
    </>
  )
}
