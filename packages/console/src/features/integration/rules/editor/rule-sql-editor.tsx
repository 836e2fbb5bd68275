import { type ComponentType, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { CodeInput } from '#kit/code-editor/code-editor.tsx'
import { Skeleton } from '#ui/states.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { RuleSqlCodeProps } from './rule-sql-code.tsx'
import classes from './rule-sql-editor.module.css'

type RuleSqlEditorProps = Omit<RuleSqlCodeProps, 'selected'>
type Code = ComponentType<RuleSqlCodeProps>

/** A plain text field cannot mark the places to fill in. */
const withoutPlaces = (text: string) => text.replace(/#\{([^}]*)\}/g, '$1')

/**
 * The maximum number of characters in the plain field: a browser lays out longer texts more slowly than the editor
 * loads.
 */
const longestInField = 100_000

/** The editor positions its pop-ups by the position of the text, which not every browser can report. */
const canMeasure = 'getClientRects' in Range.prototype

/**
 * Edits the statement of a rule. A plain field is shown until the editor is loaded, and stays if it cannot be loaded:
 * nothing that was typed is lost, and the selection is kept.
 */
export function RuleSqlEditor(props: RuleSqlEditorProps) {
  const { ref, value, onChange, isReadOnly = false, label, faultId } = props
  const [isUnavailable, setUnavailable] = useState(!canMeasure)
  const code = useRef<CodeInput>(null)
  const box = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<{
    readonly Code: Code
    readonly selected: RuleSqlCodeProps['selected']
  }>()
  useEffect(() => {
    if (!canMeasure) return
    let isWanted = true
    void import('./rule-sql-code.tsx').then(
      ({ RuleSqlCode }) => {
        const field = box.current?.querySelector('textarea')
        const isHere = field !== null && field !== undefined && document.activeElement === field
        const selected = isHere ? { anchor: field.selectionStart, head: field.selectionEnd } : undefined
        if (isWanted) setLoaded({ Code: RuleSqlCode, selected })
      },
      // If the editor cannot be loaded, the plain field stays.
      () => isWanted && setUnavailable(true),
    )
    return () => {
      isWanted = false
    }
  }, [])
  useImperativeHandle(ref, () => ({
    insert(text) {
      const field = box.current?.querySelector('textarea')
      if (code.current !== null) code.current.insert(text)
      else if (field !== null && field !== undefined && !isReadOnly)
        onChange(value.slice(0, field.selectionStart) + withoutPlaces(text) + value.slice(field.selectionEnd))
    },
  }))
  if (loaded !== undefined) return <loaded.Code {...props} ref={code} selected={loaded.selected} />
  if (value.length > longestInField && !isUnavailable) return <Skeleton height={240} />
  return (
    <div ref={box} className={classes['field']}>
      <TextArea
        aria-label={label}
        aria-describedby={faultId}
        hasFault={faultId !== undefined}
        value={value}
        rows={value.split('\n').length}
        isCode
        isLocked={isReadOnly}
        onChange={onChange}
      />
    </div>
  )
}
