import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useRef, useState } from 'react'
import type { LabResult } from '#features/integration/rules/lab/engine/lab-command.ts'
import { testCases as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { BrokerCases, verdictWords } from './broker-cases.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { isBroken, judgeCase, type Verdict } from './judge-case.ts'
import type { LabRun } from './lab-evaluator.ts'
import type { LabMessage } from './lab-message.ts'
import { messageName } from './message-words.ts'
import { WhyNoOutcome } from './outcome-text.tsx'
import classes from './rule-lab.module.css'
import {
  buildTestCase,
  longest,
  mostCases,
  parseTestCases,
  printTestCases,
  type TestCase,
} from './test-cases.ts'
import type { KeptCases } from './use-test-cases.ts'

interface CasesTabProps {
  readonly sql: string
  readonly kept: KeptCases
  readonly run: LabRun | undefined
  readonly message: LabMessage
  /** The result of the statement for the message. */
  readonly result: LabResult | undefined
}

/** Shows the test cases of the statement that this browser stores: they run with each edit and before saving. */
export function CasesTab({ sql, kept, run, message, result }: CasesTabProps) {
  const { cases, fault, change } = kept
  const [edited, setEdited] = useState<number>()
  const isRun = run?.kind === 'done' && run.results.length === cases.length
  const results = isRun ? run.results : []
  const verdicts = cases.map((one, at) => {
    const outcome = results[at]?.outcome
    return outcome === undefined ? undefined : judgeCase(one, outcome)
  })
  const broken = verdicts.filter((verdict) => verdict !== undefined && isBroken(verdict)).length
  const opened = edited === undefined ? undefined : cases[edited]
  return (
    <div className={classes['part']}>
      {cases.length > 0 && (
        <div className={classes['bar']} role="status">
          {isRun ? (
            <Status kind={broken > 0 ? 'bad' : 'ok'}>
              {broken > 0
                ? m.broken(broken, formatNumber(broken), formatNumber(cases.length))
                : m.allHold(formatNumber(cases.length))}
            </Status>
          ) : (
            <WhyNoOutcome run={run} />
          )}
        </div>
      )}
      {cases.length === 0 ? (
        <EmptyState title={m.none}>{m.noneText}</EmptyState>
      ) : (
        <ul className={classes['list']} aria-label={m.list}>
          {cases.map((one, at) => (
            <CaseLine
              // biome-ignore lint/suspicious/noArrayIndexKey: cases have no other identity, and names may be the same
              key={at}
              one={one}
              result={results[at]}
              verdict={verdicts[at]}
              onEdit={() => setEdited(at)}
              onRemove={() => change(cases.filter((other) => other !== one))}
            />
          ))}
        </ul>
      )}
      {fault !== undefined && (
        <Status kind="bad" wraps>
          {fault === 'no-room' ? m.noRoom : m.tooLong(formatBytes(longest.all))}
        </Status>
      )}
      <CaseTools kept={kept} message={message} result={result} />
      {cases.length > 0 && <BrokerCases sql={sql} cases={cases} />}
      <p className={classes['note']}>{m.keptHere}</p>
      {opened !== undefined && (
        <CaseDialog
          one={opened}
          onClose={() => setEdited(undefined)}
          onChange={(next) => change(cases.map((other) => (other === opened ? next : other)))}
        />
      )}
    </div>
  )
}

interface CaseLineProps {
  readonly one: TestCase
  readonly result: LabResult | undefined
  readonly verdict: Verdict | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function CaseLine({ one, result, verdict, onEdit, onRemove }: CaseLineProps) {
  const name = visibleText(one.name, 80)
  const { kind, word } = verdictWords(one, result, verdict)
  return (
    <li className={classes['row']}>
      <span className={classes['case']}>
        <Verbatim text={one.name} />
        <Status kind={kind} wraps>
          {word}
        </Status>
      </span>
      <IconButton label={m.editOf(name)} onClick={onEdit}>
        <IconPencil size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={m.removeOf(name)} onClick={onRemove}>
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  )
}

interface CaseToolsProps {
  readonly kept: KeptCases
  readonly message: LabMessage
  readonly result: LabResult | undefined
}

function CaseTools({ kept: { cases, change }, message, result }: CaseToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [remark, setRemark] = useState<string>()
  const add = (added: readonly TestCase[]) => {
    setRemark(undefined)
    change([...cases, ...added].slice(0, mostCases))
  }
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const fault = fileFault({ extensions: ['.json'] }, file)
    if (fault !== undefined) return setRemark(fault)
    const found = file.size > 4 * longest.all ? undefined : parseTestCases(await file.text())
    if (found === undefined) setRemark(m.notImported)
    else if (cases.length + found.length > mostCases) setRemark(m.tooMany(formatNumber(mostCases)))
    else add(found)
  }
  const whyNotAdd =
    result === undefined || result.outcome.kind === 'unreadable'
      ? m.nothingToAdd
      : message.context.length > longest.context
        ? m.messageTooLong(formatBytes(longest.context))
        : cases.length >= mostCases
          ? m.tooMany(formatNumber(mostCases))
          : undefined
  return (
    <>
      <div className={classes['bar']}>
        <Button
          size="small"
          disabledReason={whyNotAdd}
          onClick={() =>
            result &&
            add([buildTestCase(messageName(message), message.context, result.outcome, result.varies ?? [])])
          }
        >
          {m.add}
        </Button>
        <Button size="small" variant="quiet" onClick={() => input.current?.click()}>
          {m.import}
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabledReason={cases.length === 0 ? m.none : undefined}
          onClick={() => saveFile('rule-tests.json', printTestCases(cases), 'application/json')}
        >
          {m.export}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={m.importFile}
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            // Cleared so that the same file can be chosen again after it was changed on disk.
            currentTarget.value = ''
          }}
        />
      </div>
      {remark !== undefined && (
        <Status kind="warn" wraps>
          {remark}
        </Status>
      )}
    </>
  )
}
