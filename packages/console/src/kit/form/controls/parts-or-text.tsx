import { type ReactNode, useState } from 'react'
import { controls as m } from '#kit/messages/form.ts'
import { Segmented } from '#ui/segmented.tsx'
import classes from './parts-or-text.module.css'

interface PartsOrTextProps<Parts> {
  readonly text: string
  readonly empty: Parts
  /** Undefined where a form would lose some of it. */
  readonly parse: (text: string) => Parts | undefined
  readonly print: (parts: Parts, before: string) => string
  /** Why there may be no parts. */
  readonly textOnly: string
  /** The control of the text as it is. */
  readonly written: ReactNode
  readonly onChange: (text: string) => void
  readonly form: (parts: Parts, change: (parts: Parts) => void) => ReactNode
}

/** A text by its parts, or as it is. What stands in the parts and is none of the text yet stays while one types. */
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
