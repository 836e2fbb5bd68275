import {
  type Argument,
  type CatalogueEntry,
  functionCatalogue,
} from '@brokerdeck/contract/rule-sql/function-catalogue.ts'
import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Fold } from '#ui/fold.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { valueTypes } from '../messages/rule-editor.ts'
import { functionGroups, functionTexts, ruleFunctions as m } from '../messages/rule-functions.ts'
import { BrokerPart } from '../rule-lab/broker-part.tsx'
import { OutcomeText, WhyNoOutcome } from '../rule-lab/outcome-text.tsx'
import { useLabEvaluator, useLabRun } from '../rule-lab/use-lab-run.ts'
import { signature } from './call-text.ts'
import classes from './function-list.module.css'

interface FunctionListProps {
  readonly search: string
  readonly onSearch: (search: string) => void
  /** The name of the one that is shown with all there is to say. */
  readonly open: string | undefined
  readonly onOpen: (name: string | undefined) => void
  readonly onInsert?: ((entry: CatalogueEntry) => void) | undefined
}

/** Every function of the statements, looked for by name or by what it does; an example of each runs at once. */
export function FunctionList({ search, onSearch, open, onOpen, onInsert }: FunctionListProps) {
  const groups = useMemo(() => groupsFor(search), [search])
  return (
    <div className={classes['functions']}>
      <TextBox
        aria-label={m.search}
        placeholder={m.search}
        value={search}
        onChange={onSearch}
        data-autofocus
      />
      {groups.length === 0 && <EmptyState title={m.nothing} />}
      {groups.map(({ group, entries }) => (
        <section key={group} aria-label={functionGroups[group]}>
          <h2 className={classes['group']}>{functionGroups[group]}</h2>
          <ul className={classes['list']}>
            {entries.map((entry) => (
              <li key={entry.name} className={classes['function']}>
                <Fold
                  title={entry.name}
                  summary={functionTexts[entry.name]}
                  held={{
                    isOpen: open === entry.name,
                    onToggle: () => onOpen(open === entry.name ? undefined : entry.name),
                  }}
                >
                  <About key={entry.name} entry={entry} onInsert={onInsert} />
                </Fold>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const groupNames = [...new Set(functionCatalogue.map(({ group }) => group))]

function groupsFor(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = functionCatalogue.filter(({ name, group }) => {
    const text = `${name} ${functionTexts[name]} ${functionGroups[group]}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return groupNames
    .map((group) => ({ group, entries: found.filter((entry) => entry.group === group) }))
    .filter(({ entries }) => entries.length > 0)
}

const payload = '{"a":1,"list":[1,2,3]}'
/** What the examples of the catalogue are tried on. */
const context = JSON.stringify({
  event_type: 'message_publish',
  ...{ clientid: 'client-1', username: 'user-1', topic: 't/a', qos: 1, payload },
})
const contexts = [context]

function About({
  entry,
  onInsert,
}: { readonly entry: CatalogueEntry } & Pick<FunctionListProps, 'onInsert'>) {
  const [example, setExample] = useState(entry.example)
  const sql = `SELECT ${example} as result FROM "t/#"`
  const evaluator = useLabEvaluator()
  const { run, isCurrent } = useLabRun(evaluator, 'chosen', { sql, contexts })
  const result = run?.kind === 'done' ? run.results[0] : undefined
  return (
    <div className={classes['about']}>
      <p>{functionTexts[entry.name]}</p>
      <code className={classes['code']}>{signature(entry)}</code>
      <Arguments args={entry.args} />
      <h3 className={classes['head']}>{m.example}</h3>
      <TextBox aria-label={m.example} value={example} isCode onChange={setExample} />
      <p className={classes['note']}>{m.payload(payload)}</p>
      <div aria-busy={!isCurrent}>
        <WhyNoOutcome run={run} />
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

function Arguments({ args }: { readonly args: readonly Argument[] }) {
  if (args.length === 0) return <p className={classes['note']}>{m.noArguments}</p>
  return (
    <ul aria-label={m.arguments} className={classes['arguments']}>
      {args.map((arg, at) => (
        // The same name may stand there twice: `bitand(integer, integer)`.
        <li key={`${arg.name} ${args.indexOf(arg) === at ? '' : at}`}>
          <code>{arg.name}</code> <span>{valueTypes[arg.type]}</span>
          {arg.isOptional && <span>{m.optional}</span>}
          {arg.isRepeated && <span>{m.repeated}</span>}
        </li>
      ))}
    </ul>
  )
}
