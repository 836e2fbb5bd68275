import {
  type Argument,
  type CatalogueEntry,
  formatSignature,
} from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { useState } from 'react'
import { BrokerPart } from '#features/integration/rules/lab/broker-part.tsx'
import type { LabRun } from '#features/integration/rules/lab/lab-evaluator.ts'
import { OutcomeText, WhyNoOutcome } from '#features/integration/rules/lab/outcome-text.tsx'
import { useLabEvaluator, useLabRun } from '#features/integration/rules/lab/use-lab-run.ts'
import { valueTypes } from '#features/integration/rules/messages/rule-editor.ts'
import { functionTexts, ruleFunctions as m } from '#features/integration/rules/messages/rule-functions.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import classes from './function-list.module.css'

const texts: Readonly<Record<string, string>> = functionTexts

const payload = '{"a":1,"list":[1,2,3]}'
/** The message that the examples of the catalogue are evaluated with. */
const context = JSON.stringify({
  event_type: 'message_publish',
  clientid: 'client-1',
  username: 'user-1',
  topic: 't/a',
  qos: 1,
  payload,
})
const contexts = [context]
const head = 'SELECT '

interface FunctionAboutProps {
  readonly entry: CatalogueEntry
  readonly onInsert: ((entry: CatalogueEntry) => void) | undefined
}

/** Shows the documentation of a function with its example, which is evaluated as it is edited. */
export function FunctionAbout({ entry, onInsert }: FunctionAboutProps) {
  const [example, setExample] = useState(entry.example)
  const sql = `${head}${example} as result FROM "t/#"`
  const evaluator = useLabEvaluator()
  const { run, isCurrent } = useLabRun(evaluator, 'chosen', { sql, contexts })
  const result = run?.kind === 'done' ? run.results[0] : undefined
  return (
    <div className={classes['about']}>
      <p>{texts[entry.name]}</p>
      <code className={classes['code']}>{formatSignature(entry)}</code>
      {entry.gives !== 'any' && <p>{m.gives(valueTypes[entry.gives])}</p>}
      <Arguments args={entry.args} />
      <h3 className={classes['head']}>{m.example}</h3>
      <TextBox aria-label={m.example} value={example} isCode onChange={setExample} />
      <p className={classes['note']}>{m.payload(payload)}</p>
      <div aria-busy={!isCurrent}>
        <WhyNoOutcome run={run && withinExample(run, example)} />
        {result !== undefined && <OutcomeText label={m.result} outcome={result.outcome} />}
      </div>
      <BrokerPart key={sql} sql={sql} context={context} result={isCurrent ? result : undefined} />
      {onInsert !== undefined && (
        <div>
          <Button variant="primary" onClick={() => onInsert(entry)}>
            {m.insert}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The text after the example was not typed by the user: a fault there means that the example ends too early. */
function withinExample(run: LabRun, example: string): LabRun {
  return run.kind === 'fault' && run.from >= head.length + example.length ? { ...run, found: '' } : run
}

function Arguments({ args }: { readonly args: readonly Argument[] }) {
  if (args.length === 0) return <p className={classes['note']}>{m.noArguments}</p>
  return (
    <ul aria-label={m.arguments} className={classes['arguments']}>
      {args.map((arg, at) => (
        // The same name may occur twice: `bitand(integer, integer)`.
        <li key={`${arg.name} ${args.indexOf(arg) === at ? '' : at}`}>
          <code>{arg.name}</code> <span>{valueTypes[arg.type]}</span>
          {arg.options !== undefined && <code>{arg.options.map((text) => `'${text}'`).join(' ')}</code>}
          {arg.isOptional && <span>{m.optional}</span>}
          {arg.isRepeated && <span>{m.repeated}</span>}
        </li>
      ))}
    </ul>
  )
}
