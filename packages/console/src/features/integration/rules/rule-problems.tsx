import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import type { LoopStep } from '@brokerdeck/contract/rule-sql/republish-loop.ts'
import { useEffect, useState } from 'react'
import { formatList } from '#i18n/format-list.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { Seen } from '#managed/managed-resource.ts'
import { Tooltip } from '#ui/floating.tsx'
import { Tag } from '#ui/marks.tsx'
import { rules as m } from '../messages/rules.ts'
import { useWrongActions } from './rule-uses.ts'
import { useRepublishLoop } from './use-republish-loop.ts'

/** The grammar weighs more than the list, so it comes once a row is in sight. */
const language = async () => {
  const [{ checkStatement }, { problemText }] = await Promise.all([
    import('@brokerdeck/contract/rule-sql/check-statement.ts'),
    import('../rule-editor/problem-text.ts'),
  ])
  return (sql: string) => [...new Set(checkStatement(sql).map(problemText))]
}

/** The same few statements are looked at again and again while a list refreshes itself. */
const known = new Map<string, readonly string[]>()
const MOST = 1000

function useStatementReasons(sql: string): readonly string[] {
  const [reasons, setReasons] = useState(known.get(sql))
  useEffect(() => {
    let isWanted = true
    void language().then((reasonsOf) => {
      const found = known.get(sql) ?? reasonsOf(sql)
      if (known.size >= MOST) known.clear()
      known.set(sql, found)
      if (isWanted) setReasons(found)
    })
    return () => {
      isWanted = false
    }
  }, [sql])
  return reasons ?? []
}

/** What is disabled starts nothing, and of what is out of sight nothing is asked. */
const noActions: readonly [] = []

const wayOf = (loop: readonly LoopStep[]) =>
  [...loop.flatMap(({ id, target }) => [id, target]), loop[0]?.id ?? '']
    .map((name) => visibleText(name, 80))
    .join(' → ')

interface Mark {
  readonly tone: 'neutral' | 'warn' | 'bad'
  readonly label: string
  readonly text: string
}

interface RuleProblemsProps {
  readonly rule: Rule
  readonly seen: Seen<'failed.exception' | 'actions.failed' | 'actions.discarded'> | undefined
}

/** Why a rule does not do what it should, each reason with its words. */
export function RuleProblems({ rule, seen }: RuleProblemsProps) {
  const reasons = useStatementReasons(rule.sql)
  const isWatched = rule.enable && seen !== undefined
  const loop = useRepublishLoop(rule.id, rule.from, isWatched ? rule.actions : noActions)
  const { missing, disabled } = useWrongActions(rule, isWatched)
  const shown = (ids: readonly string[]) => formatList(ids.map((id) => visibleText(id, 80)))
  const first = seen?.first.metrics?.cluster
  const now = seen?.now.metrics?.cluster
  const grown = (name: 'failed.exception' | 'actions.failed') => (now?.[name] ?? 0) > (first?.[name] ?? 0)
  const marks: readonly (Mark | false)[] = [
    reasons.length > 0 && { tone: 'warn', label: m.sqlProblem, text: reasons.join('\n') },
    loop !== undefined && { tone: 'warn', label: m.loop, text: m.loopText(wayOf(loop)) },
    grown('failed.exception') && { tone: 'bad', label: m.failing, text: m.failingStatement },
    grown('actions.failed') && { tone: 'bad', label: m.failing, text: m.failingActions },
    missing.length > 0 && { tone: 'bad', label: m.missingAction, text: m.missingText(shown(missing)) },
    disabled.length > 0 && { tone: 'warn', label: m.disabledAction, text: m.disabledText(shown(disabled)) },
    (now?.['actions.discarded'] ?? 0) > 0 && { tone: 'warn', label: m.discarding, text: m.discardingText },
    !rule.enable && { tone: 'neutral', label: m.disabled, text: m.disabling },
  ]
  return marks.map(
    (mark) =>
      mark !== false && (
        <Tooltip key={mark.text} label={mark.text} focusable>
          <Tag tone={mark.tone}>{mark.label}</Tag>{' '}
        </Tooltip>
      ),
  )
}
