import { useMemo } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import type { DataNode, DecodeRefusal, DecodeResult } from '#lib/data-tree/data-node.ts'
import { DECODE_LIMITS } from '#lib/data-tree/decode-within.ts'
import { printData } from '#lib/data-tree/print-data.ts'
import { textFromBytes } from '#lib/payload.ts'
import { decodePayload, type TreeForm } from '#lib/payload-form.ts'
import { truncate } from '#lib/visible-text.ts'
import { DataTree, type PathAction } from '#ui/data-tree/data-tree.tsx'
import { LongText } from '#ui/long-text.tsx'
import classes from '#ui/payload-viewer.module.css'
import { payload as m } from './messages.ts'
import { PayloadText } from './payload-text.tsx'

export type DocumentLook = 'tree' | 'lines'

interface PayloadDocumentProps {
  readonly bytes: Uint8Array
  readonly form: TreeForm
  /** The result of decoding the same bytes, if they were decoded before. */
  readonly known: DecodeResult | undefined
  readonly look: DocumentLook
  readonly pathAction: PathAction | undefined
}

const names = { json: m.json, cbor: m.cbor, 'message-pack': m.messagePack } as const
const SHOWN = 64 * 1024

/** Shows the payload as a document, as a tree or as lines; as text or hex if it cannot be decoded. */
export function PayloadDocument({ bytes, form, known, look, pathAction }: PayloadDocumentProps) {
  const result = useMemo(() => known ?? decodePayload(bytes, form), [known, bytes, form])
  if (result.kind === 'refused') {
    const isText = textFromBytes(bytes).isText
    return (
      <>
        <p className={classes['remark']}>{explainRefusal(result.why, names[form], isText)}</p>
        <PayloadText
          bytes={bytes.subarray(0, SHOWN)}
          form={isText ? 'text' : 'hex'}
          isCut={bytes.length > SHOWN}
        />
      </>
    )
  }
  const { root, rest } = result
  return (
    <>
      {rest > 0 && <p className={classes['remark']}>{m.restFollows(formatBytes(rest))}</p>}
      {look === 'tree' ? (
        <DataTree label={m.documentOf(names[form])} root={root} pathAction={pathAction} />
      ) : (
        <Lines root={root} />
      )}
    </>
  )
}

function Lines({ root }: { readonly root: DataNode }) {
  const text = useMemo(() => printData(root, { most: SHOWN }), [root])
  const isCut = text.length > SHOWN
  return (
    <>
      {isCut && <p className={classes['remark']}>{m.linesCut(formatBytes(SHOWN))}</p>}
      <pre className={classes['payload']} {...{ tabIndex: 0 }}>
        <LongText text={isCut ? `${truncate(text, SHOWN)}…` : text} />
      </pre>
    </>
  )
}

function explainRefusal(why: DecodeRefusal, name: string, isText: boolean): string {
  const instead = isText ? m.shownAsText : m.shownAsHex
  if (why === 'too-deep') return m.tooDeep(DECODE_LIMITS.depth, instead)
  return why === 'too-large' ? m.tooLarge(instead) : m.notDocument(name, instead)
}
