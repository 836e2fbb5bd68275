import { useMemo } from 'react'
import { classNames } from '#lib/class-names.ts'
import { textFromBytes } from '#lib/payload.ts'
import { LongText } from '#ui/long-text.tsx'
import classes from '#ui/payload-viewer.module.css'
import { payload as m } from './messages.ts'
import { printPayload } from './print-payload.ts'

interface PayloadTextProps {
  readonly bytes: Uint8Array
  readonly form: 'text' | 'hex' | 'base64'
  /** True if more bytes follow: then an incomplete last character is no error. */
  readonly isCut: boolean
}

/** Shows bytes as text with every character visible. */
export function PayloadText({ bytes, form, isCut }: PayloadTextProps) {
  const text = useMemo(
    () => (form === 'text' ? textFromBytes(bytes, isCut) : undefined),
    [bytes, form, isCut],
  )
  const written = text?.text ?? writeOnce(bytes, form === 'hex' ? 'hex' : 'base64')
  return (
    <>
      {text?.isText === false && <p className={classes['remark']}>{m.notText}</p>}
      <pre
        className={classNames(classes['payload'], form === 'hex' && classes['columns'])}
        {...{ tabIndex: 0 }}
      >
        <LongText text={written} isInColumns={form === 'hex'} isPlain={form !== 'text'} />
      </pre>
    </>
  )
}

const writings = { hex: new WeakMap<Uint8Array, string>(), base64: new WeakMap<Uint8Array, string>() }

/** Caches the text by its bytes: while a megabyte is rendered, other updates of the page make React start again. */
function writeOnce(bytes: Uint8Array, form: 'hex' | 'base64'): string {
  const known = writings[form].get(bytes) ?? printPayload(bytes, form)
  writings[form].set(bytes, known)
  return known
}
