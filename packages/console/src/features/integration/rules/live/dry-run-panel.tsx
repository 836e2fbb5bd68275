import { rules as endpoints, type Rule } from '@brokerdeck/contract/integration/rules.ts'
import { useState } from 'react'
import { tellCount } from '#acting/action.tsx'
import { type ErrorDescription, getProblem } from '#api/errors.ts'
import { explainError } from '#api/failure-cause/explain-error.ts'
import { request } from '#api/http.ts'
import { whyNoPublish } from '#api/query.ts'
import type { WatchActions } from '#domain/trace/watch/use-own-trace.ts'
import { sendableContext } from '#features/integration/rules/lab/ask-broker.ts'
import { buildExampleMessage } from '#features/integration/rules/lab/lab-message.ts'
import { MessageEditor } from '#features/integration/rules/lab/message-editor.tsx'
import { outcomeWords } from '#features/integration/rules/lab/outcome-words.ts'
import { dryRun as m } from '#features/integration/rules/messages/rule-live.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { countDryRun } from './dry-run-count.ts'
import classes from './rule-live.module.css'

interface DryRunPanelProps {
  readonly rule: Rule
  readonly watch: WatchActions
}

type Answer =
  | { readonly kind: 'ran' | 'dry' | 'disabled' | 'noResult' }
  | { readonly kind: 'failed'; readonly problem: ErrorDescription }

type Context = Readonly<Record<string, unknown>>

/** Runs the saved rule on one message: first only its templates, then its actions if the user wants that. */
export function DryRunPanel({ rule, watch }: DryRunPanelProps) {
  const [source, setSource] = useState(rule.from[0] ?? '')
  const [typed, setTyped] = useState<string>()
  const text = typed ?? buildExampleMessage(source)
  const { answer, isBusy, run } = useRun(rule, watch)
  const given = sendableContext(text)
  const start = (isDry: boolean) => {
    if ('context' in given) void run(given.context, isDry)
  }
  const disabledReason = whyNoPublish() ?? ('kind' in given ? outcomeWords(given).why : undefined)
  return (
    <Panel title={m.title} caption={m.caption}>
      <div className={classes['form']}>
        {rule.actions.length > 0 && <p className={classes['remark']}>{m.countsAsFailed}</p>}
        {!rule.enable && (
          <Status kind="warn" wraps>
            {m.disabled}
          </Status>
        )}
        {rule.from.length > 1 && (
          <LabelledField label={m.source}>
            {(control) => (
              <SelectBox
                {...control}
                value={source}
                options={rule.from.map((name) => ({ value: name, label: name }))}
                onChange={(to) => {
                  setSource(to)
                  setTyped(undefined)
                }}
              />
            )}
          </LabelledField>
        )}
        <MessageEditor key={source} message={{ context: text, origin: 'made' }} onChange={setTyped} />
        <div className={classes['buttons']}>
          <Button
            variant="primary"
            isBusy={isBusy}
            tooltip={m.runHelp}
            disabledReason={disabledReason}
            onClick={() => start(true)}
          >
            {m.run}
          </Button>
          <Button
            disabledReason={disabledReason ?? (rule.actions.length === 0 ? m.noActions : undefined)}
            onClick={() => start(false)}
          >
            {m.runReal}
          </Button>
          {typed !== undefined && (
            <Button variant="quiet" onClick={() => setTyped(undefined)}>
              {m.reset}
            </Button>
          )}
        </div>
        <div aria-live="polite">{answer !== undefined && <DryRunResult answer={answer} rule={rule} />}</div>
      </div>
    </Panel>
  )
}

function useRun(rule: Rule, { state, start }: WatchActions) {
  const [answer, setAnswer] = useState<Answer & { readonly isSeen: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const run = async (context: Context, isDry: boolean) => {
    if (isBusy || (!isDry && !(await isWanted(rule)))) return
    setBusy(true)
    setAnswer(undefined)
    // Only a trace shows the rendered templates.
    const isWatched = state.kind === 'watching' && !state.isOver
    const isSeen = isWatched || (await start())
    const outcome = await apply(rule, context, isDry)
    // The broker counts each action that it stops after its templates as failed (seen on 5.8.9).
    if (outcome.kind === 'dry') countDryRun(rule.id, rule.actions.length)
    setAnswer({ ...outcome, isSeen })
    setBusy(false)
  }
  return { answer, isBusy, run }
}

const isWanted = (rule: Rule) =>
  confirm({
    title: m.realTitle(rule.id),
    body: tellCount(rule.actions, m.realBody),
    action: m.realAction,
    interrupts: 'nothing',
    danger: true,
  })

async function apply({ id, enable }: Rule, context: Context, isDry: boolean): Promise<Answer> {
  const body = { context, stop_action_after_template_rendering: isDry }
  try {
    await request(endpoints.apply, { params: { id }, body })
    return { kind: enable ? (isDry ? 'dry' : 'ran') : 'disabled' }
  } catch (error) {
    const problem = getProblem(error)
    if (problem?.kind === 'rejected' && problem.code === 'NOT_MATCH') return { kind: 'noResult' }
    return { kind: 'failed', problem: await explainError(error) }
  }
}

function DryRunResult({
  answer,
  rule,
}: {
  readonly answer: Answer & { readonly isSeen: boolean }
  readonly rule: Rule
}) {
  if (answer.kind === 'failed') {
    const { title, detail, raw } = answer.problem
    return <ErrorState title={m.failed} detail={detail ?? title} raw={raw} />
  }
  const actions = tellCount(rule.actions, m.actions)
  const words = {
    dry: m.rendered(actions),
    ran: m.executed(actions),
    noResult: m.noResult,
    disabled: m.ranNothing,
  }
  const isRun = answer.kind !== 'disabled'
  return (
    <div className={classes['answer']}>
      <Status kind={answer.kind === 'dry' || answer.kind === 'ran' ? 'ok' : 'off'} wraps>
        {words[answer.kind]}
      </Status>
      {isRun && <p className={classes['remark']}>{answer.isSeen ? m.seeRun : m.notShown}</p>}
    </div>
  )
}
