import { saveCheck as m } from '#features/integration/rules/messages/save-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { loadTestCases, type RuleId } from './test-case-store.ts'

/**
 * Runs the rule's test cases before it is saved, and asks if some fail. Resolves with undefined if the rule is to be
 * saved.
 */
export async function whyNotSaved(ruleId: RuleId, { sql }: ApiDocument): Promise<string | undefined> {
  return typeof sql !== 'string' || (await maySave(ruleId, sql)) ? undefined : m.notSaved
}

const mostNamed = 5

async function maySave(ruleId: RuleId, sql: string): Promise<boolean> {
  const cases = await loadTestCases(ruleId)
  if (cases.length === 0) return true
  // The evaluator is loaded only if there are cases to run.
  const [{ LabEvaluator }, { isBroken, judgeCase: judge }] = await Promise.all([
    import('./lab-evaluator.ts'),
    import('./judge-case.ts'),
  ])
  const evaluator = new LabEvaluator()
  const run = await evaluator.run('cases', { sql, contexts: cases.map(({ context }) => context) })
  evaluator.close()
  // The broker itself reports what is wrong with the text.
  if (run === undefined || run.kind === 'fault') return true
  const broken = cases.filter((one, at) => {
    const outcome = run.kind === 'done' ? run.results[at]?.outcome : undefined
    return outcome === undefined || isBroken(judge(one, outcome))
  })
  if (broken.length === 0) return true
  const names = broken.slice(0, mostNamed).map((one) => visibleText(one.name, 60))
  return await confirm({
    title: m.saveTitle(broken.length, formatNumber(broken.length), formatNumber(cases.length)),
    body: m.saveBody(formatList(broken.length > mostNamed ? [...names, '…'] : names)),
    action: m.saveAnyway,
    interrupts: 'nothing',
  })
}
