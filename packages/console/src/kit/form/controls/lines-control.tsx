import { lazy, Suspense } from 'react'
import type { LinesField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { type CodeLanguage, templateColours } from '#kit/form/template-colours.ts'
import { CodeArea } from '#ui/code-area.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type ControlProps, controlAttributes, readValue } from './control-props.ts'
import { TemplateControl } from './template-control.tsx'

const LineProtocolForm = lazy(async () => ({
  default: (await import('./line-protocol-form.tsx')).LineProtocolForm,
}))

const InsertForm = lazy(async () => ({ default: (await import('./insert-form.tsx')).InsertForm }))

const colours = {
  sql: (text: string) => templateColours(text, 'sql'),
  json: (text: string) => templateColours(text, 'json'),
  'line-protocol': (text: string) => templateColours(text, 'line-protocol'),
}
const placeholderColours = (text: string) => templateColours(text, undefined)

export function LinesControl(props: ControlProps<LinesField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const text = readValue.text(value)
  if (field.language !== undefined) return <InLanguage {...props} language={field.language} text={text} />
  if (field.isTemplate === true) {
    const written = (
      <TemplateControl text={text} syntax={field.syntax} isDisabled={isDisabled} onChange={change}>
        {(completing) => (
          <CodeArea
            {...controlAttributes(props)}
            {...completing}
            isLow
            value={text}
            highlight={field.syntax === undefined ? placeholderColours : colours[field.syntax]}
            hasFault={hasFault}
            isLocked={isDisabled}
            onChange={change}
          />
        )}
      </TemplateControl>
    )
    const parts = { ...props, text, written, onChange: change }
    if (field.mostColumns !== undefined)
      return (
        <Suspense fallback={written}>
          <InsertForm {...parts} mostColumns={field.mostColumns} />
        </Suspense>
      )
    if (field.syntax !== 'line-protocol') return written
    return (
      <Suspense fallback={written}>
        <LineProtocolForm {...parts} />
      </Suspense>
    )
  }
  return (
    <TextArea
      {...controlAttributes(props)}
      value={text}
      rows={field.rows ?? 3}
      isCode={field.isCode === true}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
}

interface InLanguageProps extends ControlProps<LinesField> {
  readonly language: CodeLanguage
  readonly text: string
}

function InLanguage({ language, text, ...props }: InLanguageProps) {
  const { name, hasFault, isDisabled } = props
  const { change } = useFieldState(name)
  const { highlight, fault, Summary } = language
  return (
    <>
      <CodeArea
        {...controlAttributes(props)}
        value={text}
        highlight={highlight}
        faultLine={fault(text)?.line}
        hasFault={hasFault}
        isLocked={isDisabled}
        onChange={change}
      />
      <Suspense fallback={null}>
        <Summary text={text} />
      </Suspense>
    </>
  )
}
