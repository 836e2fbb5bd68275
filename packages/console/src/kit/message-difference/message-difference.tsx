import { useMemo, useState } from 'react'
import { messageDifference as m } from '#kit/messages/mqtt.ts'
import { printData } from '#lib/data-tree/print-data.ts'
import { type DifferentLine, lineDifference } from '#lib/line-difference.ts'
import { hexDump, textFromBytes } from '#lib/payload.ts'
import { decodePayload, isTreeForm, type PayloadForm, suggestForm } from '#lib/payload-form.ts'
import { DifferentLines } from '#ui/difference/different-lines.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import classes from './message-difference.module.css'

interface MessageDifferenceProps {
  /** The accessible name of the comparison. */
  readonly label: string
  readonly before: ComparedPayload
  readonly after: ComparedPayload
}

const names: Record<PayloadForm, string> = {
  text: m.text,
  json: 'JSON',
  cbor: 'CBOR',
  'message-pack': 'MessagePack',
  hex: m.hex,
  base64: 'Base64',
}

/** Shows the differences between the payloads of two messages line by line: documents indented, bytes in hex. */
export function MessageDifference({ label, before, after }: MessageDifferenceProps) {
  const common = useMemo(() => commonForm(before, after), [before, after])
  const [chosen, setChosen] = useState<PayloadForm>()
  const [sortsKeys, setSortsKeys] = useState(true)
  const offered = [...new Set<PayloadForm>([common, 'text', 'hex'])]
  const form = chosen !== undefined && offered.includes(chosen) ? chosen : common
  const isDocument = form !== 'text' && form !== 'hex'
  const lines = useMemo(
    () => comparePayloads(before, after, form, sortsKeys),
    [before, after, form, sortsKeys],
  )
  const isSame = lines.every(({ kind }) => kind === 'same')
  return (
    <div className={classes['difference']}>
      <div className={classes['bar']}>
        <Segmented
          label={m.compareAs}
          value={form}
          options={offered.map((value) => ({ value, label: names[value] }))}
          onChange={setChosen}
        />
        {isDocument && <ToggleInput isOn={sortsKeys} note={m.sortKeys} onChange={setSortsKeys} />}
      </div>
      {isSame ? (
        <p className={classes['note']}>{m.same}</p>
      ) : (
        <section className={classes['lines']} aria-label={label} {...{ tabIndex: 0 }}>
          <DifferentLines lines={lines} />
        </section>
      )}
    </div>
  )
}

interface ComparedPayload {
  readonly bytes: Uint8Array
  readonly contentType?: string | undefined
}

/** Bytes of a binary format may happen to be valid UTF-8, but then they contain control characters. */
const hasControls = (text: string) => /[^\P{Cc}\t\n\r]/u.test(text)

function isReadable({ bytes }: ComparedPayload): boolean {
  const { text, isText } = textFromBytes(bytes)
  return isText && !hasControls(text)
}

/** Returns the most informative form for both payloads: their common form, else text, else hex. */
function commonForm(before: ComparedPayload, after: ComparedPayload): PayloadForm {
  const [left, right] = [before, after].map(({ bytes, contentType }) => suggestForm(bytes, contentType))
  if (left === right && left !== undefined && left !== 'text') return left
  return [before, after].every(isReadable) ? 'text' : 'hex'
}

function comparePayloads(
  before: ComparedPayload,
  after: ComparedPayload,
  form: PayloadForm,
  sortsKeys: boolean,
): readonly DifferentLine[] {
  return lineDifference(formatLines(before.bytes, form, sortsKeys), formatLines(after.bytes, form, sortsKeys))
}

function formatLines(bytes: Uint8Array, form: PayloadForm, sortsKeys: boolean): readonly string[] {
  if (bytes.length === 0) return []
  if (isTreeForm(form)) {
    const result = decodePayload(bytes, form)
    if (result.kind === 'tree') return printData(result.root, { sortsKeys }).split('\n')
  }
  if (form === 'hex') return hexDump(bytes).split('\n')
  return textFromBytes(bytes).text.split('\n')
}
