import { type Rule, rules } from '@brokerdeck/contract/integration/rules.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { whyNoWrite } from '#api/query.ts'
import type { Tried } from '#features/integration/rules/editor/value-gutter.ts'
import { whyNotSaved } from '#features/integration/rules/lab/why-not-saved.ts'
import { whyOwned } from '#features/integration/rules/list/why-owned.ts'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormStore } from '#kit/form/form-store.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/states.tsx'
import type { RuleAround } from './create-rule.tsx'
import { RuleForm } from './rule-form.tsx'
import { placeRuleFaults, ruleSections, settingsBody, toRuleSettings } from './rule-sections.ts'

/** Evaluates statements and is as large as the form, so the form does not wait for it. */
const RuleFormLab = lazy(async () => ({ default: (await import('./rule-form-lab.tsx')).RuleFormLab }))
const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog.tsx')).CopyDialog }))

interface RuleSettingsProps {
  readonly rule: Rule
  /** Shown instead of the statement as text. */
  readonly statement?: ReactNode
  readonly around?: RuleAround
  /** Called before a copy is saved; nothing changes if it resolves with false. */
  readonly beforeCopy?: () => Promise<boolean>
  readonly onCopied?: () => void
}

/** Edits an existing rule. */
export function RuleSettings({ rule, statement, around, ...copying }: RuleSettingsProps) {
  const { id } = rule
  const [tried, setTried] = useState<Tried>()
  const [sample, setSample] = useState<object>()
  return (
    <EndpointForm
      key={id}
      sections={ruleSections.edit}
      reads={rules.get}
      given={{ params: { id } }}
      pickDocument={toRuleSettings}
      writes={rules.update}
      toRequest={(document) => ({ params: { id }, body: settingsBody(document) })}
      placeFaults={placeRuleFaults}
      beforeWrite={(document) => whyNotSaved(id, document)}
      around={around}
      isConfiguration={false}
      lockedReason={whyOwned}
      impact={() => m.impact}
      appliedMessage={m.saved}
      arranged={
        <RuleForm
          id={id}
          tried={tried}
          onSample={setSample}
          statement={statement}
          tools={<SaveCopy id={id} {...copying} />}
          notice={whyOwned(rule)}
        />
      }
      beside={
        <Suspense fallback={<Skeleton height={240} />}>
          <RuleFormLab id={id} isFlow={statement !== undefined} onTried={setTried} sample={sample} />
        </Suspense>
      }
    />
  )
}

interface SaveCopyProps extends Pick<RuleSettingsProps, 'beforeCopy' | 'onCopied'> {
  readonly id: string
}

/** Saves the current content of the form under another name; the rule itself stays as it is. */
function SaveCopy({ id, beforeCopy, onCopied }: SaveCopyProps) {
  const store = useFormStore()
  const copy = async () => {
    if ((await beforeCopy?.()) === false) return
    const { next } = store.current()
    await askDialog<undefined>((answer) => (
      <CopyDialog id={`${id}_copy`} settings={next} onCopied={onCopied} onClose={() => answer(undefined)} />
    ))
  }
  return (
    <Button size="small" disabledReason={whyNoWrite()} onClick={() => void copy()}>
      {m.saveCopy}
    </Button>
  )
}
