import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { useMemo, useRef, useState } from 'react'
import { describeError, type FieldProblem, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import type { ConfigDocument } from '#compare/masked-config.ts'
import { configuration as m } from '#features/system/messages/cluster.ts'
import { formatList } from '#i18n/sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Difference } from '#kit/form/differences.ts'
import { DifferenceList } from '#kit/form/shell/difference-list.tsx'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { type StatusKind, StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './configuration.module.css'
import { ImportEditor } from './import-editor.tsx'
import { type ImportPlan, lineOfPath, listImportEffects, planImport, readConfig } from './import-plan.ts'

/** The import is no transaction: changes before the refused part may be in effect. Resolves to undefined if unknown. */
async function readBack(plan: Extract<ImportPlan, { kind: 'readable' }>, before: ConfigDocument) {
  try {
    const now = readConfig(await request(configs.read, { query: {} }))
    return 'value' in now ? listImportEffects(plan, before, now.value) : undefined
  } catch {
    // The effects are shown as unknown, beside the original error.
    return undefined
  }
}

/** Changes the configuration through a text; the effect of the text is shown before anything is sent. */
export function ImportPanel({ running }: { readonly running: ConfigDocument }) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<ImportRefusal>()
  const [isBusy, setBusy] = useState(false)
  const editor = useRef<{ goToLine(line: number): void }>(null)
  const plan = useMemo(() => planImport(text, running), [text, running])
  useLeaveGuard(text.trim() !== '')

  const change = (next: string) => {
    setText(next)
    setRefusal(undefined)
  }
  const apply = async () => {
    if (plan.kind !== 'readable') return
    const count = plan.differences.length
    const question = { title: m.applyTitle(count), body: m.applyBody, action: m.apply }
    if (!(await confirm({ ...question, danger: true, interrupts: 'connections' }))) return
    setBusy(true)
    try {
      await request(configs.load, { query: { mode: 'merge' }, body: plan.text })
      notify.success(m.applied)
      change('')
    } catch (error) {
      const problem = getProblem(error)
      const { title, detail = title } = describeError(error)
      const fields = problem?.kind === 'rejected' ? problem.fields : []
      setRefusal({ title, detail, fields, effect: await readBack(plan, running) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes['columns']}>
      <Panel title={m.importText} padded>
        <ImportEditor ref={editor} text={text} onChange={change} hasFault={plan.kind === 'unreadable'} />
      </Panel>
      <ImportReview
        plan={plan}
        refusal={refusal}
        isBusy={isBusy}
        onApply={() => void apply()}
        onGoToLine={(line) => editor.current?.goToLine(line)}
      />
    </div>
  )
}

interface ImportRefusal {
  readonly title: string
  readonly detail: string
  readonly fields: readonly FieldProblem[]
  /** The changes in effect despite the refusal; undefined if the configuration could not be read back. */
  readonly effect: readonly Difference[] | undefined
}

interface ImportReviewProps {
  readonly plan: ImportPlan
  readonly refusal: ImportRefusal | undefined
  readonly isBusy: boolean
  readonly onApply: () => void
  readonly onGoToLine: (line: number) => void
}

function whyNotApply(plan: ImportPlan): string | undefined {
  const locked = whyNoWrite()
  if (locked !== undefined) return locked
  if (plan.kind === 'unreadable') return m.whyUnreadable
  if (plan.kind === 'empty' || plan.differences.length === 0) return m.whyEmpty
  return plan.lostSecrets.length > 0 ? m.whyLostSecrets : undefined
}

/** Shows the changes of the text, the problems that prevent its import, and the broker's refusal. */
function ImportReview({ plan, refusal, isBusy, onApply, onGoToLine }: ImportReviewProps) {
  const count = plan.kind === 'readable' ? plan.differences.length : 0
  return (
    <Panel
      title={m.changes}
      caption={count > 0 ? m.changeCount(count) : undefined}
      padded
      footer={
        <Button variant="primary" isBusy={isBusy} disabledReason={whyNotApply(plan)} onClick={onApply}>
          {count > 0 ? m.applyCount(count) : m.apply}
        </Button>
      }
    >
      <div className={classes['review']} aria-live="polite">
        {refusal !== undefined && <Refused plan={plan} refusal={refusal} onGoToLine={onGoToLine} />}
        {plan.kind === 'empty' && <p className={classes['note']}>{m.nothingYet}</p>}
        {plan.kind === 'unreadable' && (
          <Fault
            title={m.syntaxError(plan.line)}
            text={plan.reason}
            line={plan.line}
            onGoToLine={onGoToLine}
          />
        )}
        {plan.kind === 'readable' && <Remarks plan={plan} />}
        {plan.kind === 'readable' && <DifferenceList differences={plan.differences} />}
      </div>
    </Panel>
  )
}

function Remarks({ plan }: { readonly plan: Extract<ImportPlan, { kind: 'readable' }> }) {
  const { differences, leftOut, unknownRoots, keptSecrets, lostSecrets } = plan
  return (
    <>
      {differences.length === 0 && <p className={classes['note']}>{m.nothingChanges}</p>}
      {leftOut.length > 0 && <Remark kind="off" text={m.leftOut(formatList(leftOut))} />}
      {unknownRoots.length > 0 && <Remark kind="warn" text={m.unknownRoots(formatList(unknownRoots))} />}
      {keptSecrets > 0 && <Remark kind="off" text={m.keptSecrets(keptSecrets)} />}
      {lostSecrets.length > 0 && <Remark kind="bad" text={m.lostSecrets(formatList(lostSecrets))} />}
    </>
  )
}

function Remark({ kind, text }: { readonly kind: StatusKind; readonly text: string }) {
  return (
    <p className={classes['remark']}>
      <StatusShape kind={kind} coloured />
      <span>
        <Verbatim text={text} wrap />
      </span>
    </p>
  )
}

function Refused(
  props: Pick<ImportReviewProps, 'plan' | 'onGoToLine'> & { readonly refusal: ImportRefusal },
) {
  const { plan, refusal, onGoToLine } = props
  const lines = plan.kind === 'readable' ? plan.lines : new Map<string, number>()
  return (
    <div role="alert" className={classes['review']}>
      <Remark kind="bad" text={describeRefused(refusal)} />
      {refusal.fields.length === 0 && (
        <p className={classes['note']}>
          <Verbatim text={refusal.detail} wrap />
        </p>
      )}
      {refusal.fields.map(({ path, message }) => (
        <Fault
          key={`${path} ${message}`}
          title={path}
          text={message}
          line={lineOfPath(lines, path)}
          onGoToLine={onGoToLine}
        />
      ))}
      {refusal.effect !== undefined && refusal.effect.length > 0 && (
        <>
          <Remark kind="warn" text={m.inEffect(refusal.effect.length)} />
          <DifferenceList differences={refusal.effect} />
        </>
      )}
    </div>
  )
}

function describeRefused({ effect }: ImportRefusal): string {
  if (effect === undefined) return m.refusedUnknown
  return effect.length === 0 ? m.refused : m.refusedInPart
}

interface FaultProps {
  readonly title: string
  readonly text: string
  readonly line: number | undefined
  readonly onGoToLine: (line: number) => void
}

function Fault({ title, text, line, onGoToLine }: FaultProps) {
  return (
    <div className={classes['fault']}>
      <Remark kind="bad" text={text === '' ? title : `${title}: ${text}`} />
      {line !== undefined && (
        <Button size="small" onClick={() => onGoToLine(line)}>
          {m.goToLine(line)}
        </Button>
      )}
    </div>
  )
}
