import { type ReactNode, startTransition, useMemo, useState } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { findImage } from '#lib/image-facts.ts'
import { isTreeForm, type PayloadForm, suggest } from '#lib/payload-form.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import type { PathAction } from '#ui/data-tree/data-tree.tsx'
import classes from '#ui/payload-viewer.module.css'
import { Segmented } from '#ui/segmented.tsx'
import { payload as m } from './messages.ts'
import { type DocumentLook, PayloadDocument } from './payload-document.tsx'
import { PayloadImage } from './payload-image.tsx'
import { PayloadText } from './payload-text.tsx'
import { printPayload } from './print-payload.ts'

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

/** A further form of showing the bytes, which the parent component provides. */
export interface OwnForm {
  readonly label: string
  /** True if this form is shown first. */
  readonly isFirst: boolean
  readonly render: (bytes: Uint8Array) => ReactNode
}

interface PayloadFormsProps {
  readonly bytes: Uint8Array
  /** True if more bytes follow. */
  readonly isCutOff: boolean
  readonly contentType: string | undefined
  readonly pathAction: PathAction | undefined
  readonly ownForm: OwnForm | undefined
}

type ShownPayloadForm = PayloadForm | 'image' | 'own'

/** Shows the bytes in the chosen form, and the forms to choose from. */
export function PayloadForms({ bytes, isCutOff, contentType, pathAction, ownForm }: PayloadFormsProps) {
  const image = useMemo(() => findImage(bytes), [bytes])
  const suggested = useMemo(() => suggest(bytes, contentType), [bytes, contentType])
  const preview = useMemo(() => bytes.subarray(0, PREVIEW), [bytes])
  const [chosen, setChosen] = useState<ShownPayloadForm>()
  const [isWhole, setWhole] = useState(false)
  const [look, setLook] = useState<DocumentLook>('tree')
  const offered: readonly { readonly value: ShownPayloadForm; readonly label: string }[] = [
    ...(image === undefined ? [] : [{ value: 'image', label: m.image } as const]),
    ...(ownForm === undefined ? [] : [{ value: 'own', label: ownForm.label } as const]),
    ...forms,
  ]
  const first = ownForm?.isFirst === true ? 'own' : image === undefined ? suggested.form : 'image'
  const shown = offered.some(({ value }) => value === chosen) ? (chosen ?? first) : first
  const form = shown === 'image' || shown === 'own' ? undefined : shown
  const isDocument = form !== undefined && isTreeForm(form)
  const isCut = form !== undefined && !isDocument && !isWhole && bytes.length > PREVIEW
  // Formatting a megabyte and rendering it are two tasks, so that the page stays responsive in between.
  const draw = bytes.length > PREVIEW ? startTransition : (change: () => void) => change()
  const choose = (to: ShownPayloadForm) => draw(() => setChosen(to))
  return (
    <>
      <div className={classes['bar']}>
        <Segmented label={m.payloadFormat} value={shown} options={offered} onChange={choose} />
        <span>
          {isCut ? m.payloadCut(formatBytes(PREVIEW), formatBytes(bytes.length)) : formatBytes(bytes.length)}
        </span>
        {isCut && (
          <Button size="small" onClick={() => draw(() => setWhole(true))}>
            {m.loadAll}
          </Button>
        )}
        <span className={classes['end']}>
          {isDocument && <Segmented label={m.documentAs} value={look} options={looks} onChange={setLook} />}
          {form !== undefined && <CopyButton text={() => printPayload(bytes, form)} />}
        </span>
      </div>
      {bytes.length === 0 ? (
        <p className={classes['remark']}>{m.emptyPayload}</p>
      ) : shown === 'own' ? (
        ownForm?.render(bytes)
      ) : shown === 'image' ? (
        image !== undefined && <PayloadImage bytes={bytes} facts={image} />
      ) : isTreeForm(shown) ? (
        <PayloadDocument
          bytes={bytes}
          form={shown}
          known={shown === suggested.form ? suggested.result : undefined}
          look={look}
          pathAction={pathAction}
        />
      ) : (
        <PayloadText bytes={isCut ? preview : bytes} form={shown} isCut={isCut || isCutOff} />
      )}
    </>
  )
}
