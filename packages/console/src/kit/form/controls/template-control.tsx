import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFormState } from '#kit/form/form-store.ts'
import { formValueAt } from '#kit/form/form-value.ts'
import { TemplateHelpContext, type TemplateSyntax } from '#kit/form/template-colours.ts'
import { controls as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import classes from './template-control.module.css'

type Box = HTMLInputElement | HTMLTextAreaElement

/** The attributes that a text control receives for the completion of placeholders. */
export interface CompletingProps {
  readonly 'aria-autocomplete'?: 'list'
  readonly 'aria-controls'?: string | undefined
  readonly 'aria-activedescendant'?: string | undefined
  readonly onKeyDown?: (event: KeyboardEvent<Box>) => void
  readonly onSelect?: (event: SyntheticEvent<Box>) => void
  readonly onBlur?: () => void
}

interface TemplateControlProps {
  readonly text: string
  readonly syntax?: TemplateSyntax | undefined
  readonly isDisabled: boolean
  readonly onChange: (text: string) => void
  readonly children: (completing: CompletingProps) => ReactNode
}

/** The placeholder that the user is typing. */
interface TypedPlaceholder {
  readonly from: number
  readonly to: number
  readonly name: string
}

const mostOffered = 8

/** A text with placeholders: it offers the available columns, and shows the text that the broker makes of it. */
export function TemplateControl({ text, syntax, isDisabled, onChange, children }: TemplateControlProps) {
  const { columns, render, onChoose, nullSwitch } = use(TemplateHelpContext)
  const isMissingNull = useFormState(
    ({ values }) => nullSwitch !== undefined && formValueAt(values, nullSwitch) === true,
  )
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const caret = useRef<number>(undefined)
  const [typed, setTyped] = useState<TypedPlaceholder>()
  const [at, setAt] = useState(0)
  const offered = typed === undefined || isDisabled ? [] : fitting(columns, typed.name)
  const chosen = Math.min(at, offered.length - 1)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    root.current?.querySelector<Box>('input, textarea')?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const close = () => setTyped(undefined)
  const insert = (column: string | undefined) => {
    if (typed === undefined || column === undefined) return
    const whole = `\${${column}}`
    caret.current = typed.from + whole.length
    onChange(text.slice(0, typed.from) + whole + text.slice(typed.to))
    close()
  }
  const onKeyDown = (event: KeyboardEvent<Box>) => {
    const [first] = offered
    if (first === undefined || event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((chosen + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(offered[chosen])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onSelect = ({ currentTarget }: SyntheticEvent<Box>) => {
    const { value, selectionStart, selectionEnd } = currentTarget
    const next = selectionStart === selectionEnd ? findTypedAt(value, selectionStart ?? 0) : undefined
    if (next?.from !== typed?.from || next?.name !== typed?.name) setAt(0)
    setTyped(next)
  }
  const completing: CompletingProps =
    columns.length === 0
      ? {}
      : {
          'aria-autocomplete': 'list',
          'aria-controls': offered.length === 0 ? undefined : id,
          'aria-activedescendant': offered.length === 0 ? undefined : `${id}-${chosen}`,
          onKeyDown,
          onSelect,
          onBlur: close,
        }
  return (
    <div ref={root} className={classes['whole']}>
      {children(completing)}
      {offered.length > 0 && (
        <div id={id} role="listbox" aria-label={m.placeholders} className={classes['list']}>
          {offered.map((column, each) => (
            <button
              key={column}
              id={`${id}-${each}`}
              type="button"
              role="option"
              aria-selected={each === chosen}
              // The focus stays in the text field, which names the chosen option.
              tabIndex={-1}
              className={classNames(classes['option'], each === chosen && classes['chosen'])}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(column)}
            >
              {column}
            </button>
          ))}
        </div>
      )}
      {(render ?? onChoose) !== undefined && text.includes('${') && (
        <Preview text={render?.(text, { syntax, isMissingNull })} onChoose={onChoose} />
      )}
    </div>
  )
}

interface PreviewProps {
  /** Undefined if the sample offers no values to fill in. */
  readonly text: string | undefined
  readonly onChoose: (() => void) | undefined
}

function Preview({ text, onChoose }: PreviewProps) {
  return (
    <div className={classes['preview']}>
      <span className={classes['what']}>
        {text === undefined ? m.noSampleResult : m.withSample}
        {onChoose !== undefined && (
          <button type="button" className={classes['choose']} onClick={onChoose}>
            {m.chooseSample}
          </button>
        )}
      </span>
      {text !== undefined && <output className={classes['rendered']}>{text}</output>}
    </div>
  )
}

/** Returns the part behind `$` or `${` at the caret, with the rest of the placeholder. */
function findTypedAt(text: string, caret: number): TypedPlaceholder | undefined {
  const [begun, name = ''] = /\$(?:\{([^{}\n]*))?$/.exec(text.slice(0, caret)) ?? []
  if (begun === undefined) return undefined
  const [rest = ''] = /^[\w.]*\}/.exec(text.slice(caret)) ?? []
  return { from: caret - begun.length, to: caret + rest.length, name }
}

/** Columns that begin with the typed name come first. */
function fitting(columns: readonly string[], name: string): readonly string[] {
  const wanted = name.trim().toLowerCase()
  const found = columns.filter((column) => column.toLowerCase().includes(wanted) && column !== name)
  const begins = (column: string) => column.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((column) => !begins(column))].slice(0, mostOffered)
}
