import { useMemo } from 'react'
import { classNames } from '#lib/class-names.ts'
import { textFromBytes } from '#lib/payload.ts'
import { LongText } from '../long-text.tsx'
import classes from '../payload-viewer.module.css'
import { payload as m } from './messages.ts'
import { printPayload } from './print-payload.ts'

interface PayloadTextProps {
  readonly bytes: Uint8Array
  readonly form: 'text' | 'hex' | 'base64'
  /** More bytes follow: an incomplete last character is no fault. */
  readonly isCut: boolean
}

/** Bytes written out, every character of them visible. */
export function PayloadText({ bytes, form, isCut }: PayloadTextProps) {
  const text = useMemo(
    () => (form === 'text' ? textFromBytes(bytes, isCut) : undefined),
    [bytes, form, isCut],
  )
  const written = useMemo(() => text?.text ?? printPayload(bytes, form), [text, bytes, form])
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
