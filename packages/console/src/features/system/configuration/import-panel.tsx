import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { useMemo, useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { Panel } from '#ui/panel.tsx'
import { configuration as m } from '../messages/cluster.ts'
import classes from './configuration.module.css'
import { ImportEditor } from './import-editor.tsx'
import { effectOf, type ImportPlan, planImport, readConfig } from './import-plan.ts'
import { type ImportRefusal, ImportReview } from './import-review.tsx'
import type { ConfigDocument } from './masked-config.ts'

/** The import is no transaction: what came before the refused part may be in effect. Undefined: nobody knows. */
async function readBack(plan: Extract<ImportPlan, { kind: 'readable' }>, before: ConfigDocument) {
  try {
    const now = readConfig(await request(configs.read, { query: {} }))
    return 'value' in now ? effectOf(plan, before, now.value) : undefined
  } catch {
    // Said as what cannot be known, beside what went wrong first.
    return undefined
  }
}

/** Changing the configuration by a text: what it would do stands beside it before anything is sent. */
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
    if (!(await confirm({ ...question, danger: true, cutsConnections: true }))) return
    setBusy(true)
    try {
      await request(configs.load, { query: { mode: 'merge' }, body: plan.text })
      notify.success(m.applied)
      change('')
    } catch (error) {
      const problem = problemOf(error)
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
