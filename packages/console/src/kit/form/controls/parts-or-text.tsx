import { type ReactNode, useState } from 'react'
import { controls as m } from '#kit/messages/form.ts'
import { Segmented } from '#ui/segmented.tsx'
import classes from './parts-or-text.module.css'

interface PartsOrTextProps<Parts> {
  readonly text: string
  readonly empty: Parts
  /** Splits the text into parts; returns undefined if a form would lose some of the text. */
  readonly parse: (text: string) => Parts | undefined
  readonly print: (parts: Parts, before: string) => string
  /** The reason why the text may have no parts. */
  readonly textOnly: string
  /** The control for the plain text. */
  readonly written: ReactNode
  readonly onChange: (text: string) => void
  readonly form: (parts: Parts, change: (parts: Parts) => void) => ReactNode
}

/**
 * Edits a text by its parts, or as plain text. Input in the parts that is not part of the text yet stays while the
 * user types.
 */
export function PartsOrText<Parts>(props: PartsOrTextProps<Parts>) {
  const { text, empty, parse, print, textOnly, written, onChange, form } = props
  const [isText, setText] = useState(() => parse(text) === undefined)
  const [draft, setDraft] = useState(empty)
  const [told, setTold] = useState<string>()
  const parts = told === text ? draft : parse(text)
  const isForm = !isText && parts !== undefined
  const change = (next: Parts) => {
    const printed = print(next, text)
    setDraft(() => next)
    setTold(printed)
    onChange(printed)
  }
  return (
    <div className={classes['whole']}>
      <Segmented
        label={m.writtenAs}
        value={isForm ? 'form' : 'text'}
        options={[
          { value: 'form', label: m.asParts },
          { value: 'text', label: m.asText },
        ]}
        onChange={(value) => setText(value === 'text')}
      />
      {!isText && parts === undefined && <p className={classes['note']}>{textOnly}</p>}
      {isForm ? form(parts, change) : written}
    </div>
  )
}

export const Part = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes['part']}>
    <span aria-hidden="true" className={classes['label']}>
      {label}
    </span>
    {children}
  </div>
)
