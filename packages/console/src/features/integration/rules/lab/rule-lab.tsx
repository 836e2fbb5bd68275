import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { memo, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Tried } from '#features/integration/rules/editor/value-gutter.ts'
import { ruleLab as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Tabs } from '#kit/page/tabs.tsx'
import { Panel } from '#ui/panel.tsx'
import { CasesTab } from './cases-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { readTestContext } from './read-context.ts'
import classes from './rule-lab.module.css'
import { useLabMessages } from './use-lab-messages.ts'
import { useLabEvaluator, useLabRun, useSame } from './use-lab-run.ts'
import { useTestCases } from './use-test-cases.ts'

interface RuleLabProps {
  /** The ID of the rule; undefined before it is created. */
  readonly ruleId: string | undefined
  readonly sql: string
  /** The actions that would receive the result. */
  readonly actions: readonly RuleAction[]
  /** True while the lab still has to catch up with what was typed. */
  readonly isBehind: boolean
  /** The saved statement, if the rule already exists. */
  readonly savedSql?: string | undefined
  /** True if the rule is drawn as a flow: then the lab shows what happens to a message node by node. */
  readonly isFlow: boolean
  /** Receives the message that the statement is tested with, and the values of its expressions. */
  readonly onTried: (tried: Tried) => void
  /** A message that came with a template and is added as a test message. The same message again is a new object. */
  readonly sample: object | undefined
}

/** Tests the statement on messages while it is typed; nothing is sent to the broker unless the user requests it. */
export function RuleLab({ isBehind, ...lab }: RuleLabProps) {
  return (
    <Panel title={m.title} isBehind={isBehind}>
      <Lab {...lab} />
    </Panel>
  )
}

/** Memoized, so that the lab does not render again while it waits for what is typed. */
const Lab = memo(LabParts)

function LabParts({
  ruleId,
  sql,
  actions,
  savedSql,
  isFlow,
  onTried,
  sample,
}: Omit<RuleLabProps, 'isBehind'>) {
  const [tab, setTab] = useState<'preview' | 'messages' | 'cases'>('preview')
  const evaluator = useLabEvaluator()
  const messages = useLabMessages(sql)
  const { chosen, kept } = messages
  const take = useEffectEvent((message: object) =>
    messages.add('made', [JSON.stringify(message, undefined, 2)]),
  )
  useEffect(() => {
    if (sample !== undefined) take(sample)
  }, [sample])
  const one = useLabRun(evaluator, 'chosen', {
    sql,
    savedSql,
    hasPath: isFlow,
    contexts: useSame([chosen.context]),
  })
  const all = useLabRun(evaluator, 'all', {
    sql,
    savedSql,
    contexts: useSame(kept.map(({ context }) => context)),
  })
  useReportedRun(onTried, chosen.context, one, all)
  const tests = useTestCases(ruleId)
  const cases = useLabRun(evaluator, 'cases', {
    sql,
    contexts: useSame(tests.cases.map(({ context }) => context)),
  })
  return (
    <div className={classes['lab']}>
      <Tabs
        label={m.tabs}
        tabs={[
          { id: 'preview', label: isFlow ? m.path : m.preview },
          { id: 'cases', label: m.cases, count: formatNumber(tests.cases.length) },
          { id: 'messages', label: m.messages, count: formatNumber(kept.length) },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'preview' && <PreviewTab {...{ sql, actions, messages, one, all, isFlow }} />}
        {tab === 'cases' && (
          <CasesTab
            sql={sql}
            kept={tests}
            run={cases.run}
            message={chosen}
            result={one.isCurrent && one.run?.kind === 'done' ? one.run.results[0] : undefined}
          />
        )}
        {tab === 'messages' && <MessagesTab sql={sql} messages={messages} />}
      </Tabs>
    </div>
  )
}

/** Reports the results to the parent as soon as they are known; for an invalid statement the previous values stay. */
function useReportedRun(
  onTried: (tried: Tried) => void,
  context: string,
  { run, asked }: ReturnType<typeof useLabRun>,
  all: ReturnType<typeof useLabRun>,
): void {
  const tell = useEffectEvent(onTried)
  const columns = useMemo(() => {
    const read = readTestContext(context)
    return 'fault' in read ? undefined : read.columns
  }, [context])
  useEffect(() => {
    const isOfIt = asked?.contexts[0] === context
    const lines = isOfIt && run?.kind === 'done' ? run.results[0]?.lines : undefined
    const absent = all.run?.kind === 'done' ? all.run.absent : undefined
    tell({
      columns,
      values: lines && asked && { sql: asked.sql, lines },
      absent: absent && all.asked && { sql: all.asked.sql, parts: absent },
    })
  }, [columns, context, run, asked, all.run, all.asked])
}
