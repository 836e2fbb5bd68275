import {
  LineSyntaxFault,
  type LineTemplate,
  parseLineProtocol,
  printLineTemplate,
} from '@brokerdeck/contract/integration/line-protocol.ts'
import type { ReactNode } from 'react'
import type { LinesField } from '#kit/form/field.ts'
import { controls as m } from '#kit/messages/form.ts'
import { CellBox } from './cell-box.tsx'
import { type ControlProps, groupAttributes } from './control-props.ts'
import classes from './parts-or-text.module.css'
import { Part, PartsOrText } from './parts-or-text.tsx'
import { RowList } from './row-list.tsx'

interface LineProtocolFormProps extends ControlProps<LinesField> {
  readonly text: string
  /** The control for the plain text. */
  readonly written: ReactNode
  readonly onChange: (text: string) => void
}

const empty: LineTemplate = { measurement: '', tags: [], fields: [], timestamp: '' }

/** Splits a text of one line into its parts; returns undefined if a form would lose some of the text. */
function parseLineTemplate(text: string): LineTemplate | undefined {
  if (text.trim() === '') return empty
  if (text.trim().includes('\n')) return undefined
  try {
    const [line] = parseLineProtocol(text)
    return line
  } catch (error) {
    if (error instanceof LineSyntaxFault) return undefined
    throw error
  }
}

/** Edits one line of the InfluxDB line protocol by its parts, or as text: several lines can only be edited as text. */
export function LineProtocolForm(props: LineProtocolFormProps) {
  const { text, written, onChange, isDisabled, place } = props
  return (
    <PartsOrText
      text={text}
      empty={empty}
      parse={parseLineTemplate}
      print={printLineTemplate}
      textOnly={m.textOnly}
      written={written}
      onChange={onChange}
      form={(parts, change) => (
        <div {...groupAttributes(props)} className={classes['parts']}>
          <Part label={m.measurement}>
            <CellBox
              name={`${place}.measurement`}
              label={m.measurement}
              value={parts.measurement}
              isDisabled={isDisabled}
              isTemplate
              onNext={() => undefined}
              onChange={(measurement) => change({ ...parts, measurement })}
            />
          </Part>
          <Part label={m.timestamp}>
            <CellBox
              name={`${place}.timestamp`}
              label={m.timestamp}
              placeholder={m.ownTime}
              value={parts.timestamp}
              isDisabled={isDisabled}
              isTemplate
              onNext={() => undefined}
              onChange={(timestamp) => change({ ...parts, timestamp })}
            />
          </Part>
          <Pairs {...props} label={m.fields} of="fields" parts={parts} onParts={change} />
          <Pairs {...props} label={m.tags} of="tags" parts={parts} onParts={change} />
        </div>
      )}
    />
  )
}

interface PairsProps extends Pick<LineProtocolFormProps, 'place' | 'isDisabled'> {
  readonly label: string
  readonly of: 'tags' | 'fields'
  readonly parts: LineTemplate
  readonly onParts: (parts: LineTemplate) => void
}

/** Edits names with their values: `count=1i`, `text="${payload}"`. */
function Pairs({ label, of, parts, onParts, place, isDisabled }: PairsProps) {
  const pairs = parts[of]
  const put = (next: LineTemplate['tags']) => onParts({ ...parts, [of]: next })
  const set = (at: number, part: 'name' | 'value', text: string) =>
    put(pairs.map((pair, each) => (each === at ? { ...pair, [part]: text } : pair)))
  return (
    <fieldset className={classes['pairs']}>
      <legend className={classes['label']}>{label}</legend>
      <RowList
        count={pairs.length}
        addLabel={m.add}
        isDisabled={isDisabled}
        onAdd={() => put([...pairs, { name: '', value: '' }])}
        onRemove={(at) => put(pairs.toSpliced(at, 1))}
        row={(at, next) =>
          (['name', 'value'] as const).map((part) => (
            <CellBox
              key={part}
              name={`${place}.${of}.${at}.${part}`}
              label={m.inRow(`${label}: ${m[part]}`, at + 1)}
              placeholder={m[part]}
              value={pairs[at]?.[part] ?? ''}
              isDisabled={isDisabled}
              isTemplate
              onNext={next}
              onChange={(text) => set(at, part, text)}
            />
          ))
        }
      />
    </fieldset>
  )
}
