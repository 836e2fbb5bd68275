import { useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { Tabs } from '#kit/page/tabs.tsx'
import { Panel } from '#ui/panel.tsx'
import { ruleLab as m } from '../messages/rule-lab.ts'
import { MessagesTab } from './messages-tab.tsx'
import { PreviewTab } from './preview-tab.tsx'
import classes from './rule-lab.module.css'
import { useLabMessages } from './use-lab-messages.ts'
import { useLabEvaluator, useLabRun } from './use-lab-run.ts'

interface RuleLabProps {
  readonly sql: string
  /** What the broker has, where the rule is there already. */
  readonly savedSql?: string | undefined
}

/** The statement tried on messages while it is typed; nothing of it reaches the broker unless it is asked. */
export function RuleLab({ sql, savedSql }: RuleLabProps) {
  const [tab, setTab] = useState<'preview' | 'messages'>('preview')
  const evaluator = useLabEvaluator()
  const messages = useLabMessages(sql)
  const { chosen, kept } = messages
  const one = useLabRun(evaluator, 'chosen', { sql, savedSql, contexts: useSame([chosen.context]) })
  const all = useLabRun(evaluator, 'all', {
    sql,
    savedSql,
    contexts: useSame(kept.map(({ context }) => context)),
  })
  return (
    <Panel title={m.title}>
      <div className={classes['lab']}>
        <Tabs
          label={m.tabs}
          tabs={[
            { id: 'preview', label: m.preview },
            { id: 'messages', label: m.messages, count: formatNumber(kept.length) },
          ]}
          value={tab}
          onChange={setTab}
        >
          {tab === 'preview' ? (
            <PreviewTab sql={sql} messages={messages} one={one} all={all} />
          ) : (
            <MessagesTab sql={sql} messages={messages} />
          )}
        </Tabs>
      </div>
    </Panel>
  )
}

/** The list of before, as long as it holds the same texts. */
function useSame(contexts: readonly string[]): readonly string[] {
  const [same, setSame] = useState(contexts)
  const isSame = same.length === contexts.length && same.every((text, at) => text === contexts[at])
  if (!isSame) setSame(contexts)
  return isSame ? same : contexts
}
