import { type ComponentType, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { CodeInput } from '#kit/code-editor/code-editor.tsx'
import { Skeleton } from '#ui/states.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { RuleSqlCodeProps } from './rule-sql-code.tsx'
import classes from './rule-sql-editor.module.css'

type RuleSqlEditorProps = Omit<RuleSqlCodeProps, 'selected'>
type Code = ComponentType<RuleSqlCodeProps>

/** A plain field has no places to type at. */
const withoutPlaces = (text: string) => text.replace(/#\{([^}]*)\}/g, '$1')

/** Characters. A browser lays out more of them for longer than the editor takes to come. */
const longestInField = 100_000

/** The editor places its pop-ups by where the text is; not every browser can say. */
const canMeasure = 'getClientRects' in Range.prototype

/**
 * The statement of a rule. A plain field stands in until the editor is loaded, and stays where it cannot be: nothing
 * that was typed in it is lost, and what is selected stays so.
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
      // The plain field goes on.
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
