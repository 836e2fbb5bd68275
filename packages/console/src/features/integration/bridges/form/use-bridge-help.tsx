import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { TemplateHelp } from '#kit/form/template-colours.ts'
import type { BridgeKind } from './bridge-document.ts'
import type { RuleBehind, RulesHelp, Sample } from './sample-help.ts'

const SampleDrawer = lazy(async () => ({ default: (await import('./sample-drawer.tsx')).SampleDrawer }))

const nothing: RulesHelp = { help: { columns: [] }, provides: [] }

/** Asks for the message that templates are rendered with; resolves with undefined if the previous message stays. */
export function askSample(
  rules: readonly RuleBehind[],
  before: Sample | undefined,
): Promise<Sample | undefined> {
  return askDialog<Sample | undefined>((answer) => (
    <Suspense fallback={null}>
      <SampleDrawer rules={rules} before={before} onAnswer={answer} />
    </Suspense>
  ))
}

/**
 * Returns what templates of an action can name, and the message they are rendered with. The evaluator is loaded
 * separately from the form.
 */
export function useBridgeHelp(kind: BridgeKind, type: string, rules: readonly RuleBehind[]): RulesHelp {
  const [found, setFound] = useState(nothing)
  const [sample, setSample] = useState<Sample>()
  useEffect(() => {
    if (kind !== 'action') return
    let isWanted = true
    void import('./sample-help.ts')
      .then(({ rulesHelp }) => rulesHelp(rules, sample, type))
      .then(
        (next) => {
          if (isWanted) setFound(next)
        },
        // The form works without this help, so a failure to load it is ignored.
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [kind, type, rules, sample])
  return useMemo(() => {
    if (found === nothing) return found
    const onChoose = async () => {
      const chosen = await askSample(rules, sample)
      if (chosen !== undefined) setSample(chosen)
    }
    const help: TemplateHelp = { ...found.help, onChoose: () => void onChoose() }
    return { ...found, help }
  }, [found, rules, sample])
}
