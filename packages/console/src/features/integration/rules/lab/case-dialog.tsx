import { useState } from 'react'
import { ruleLab as lab, testCases as m } from '#features/integration/rules/messages/rule-lab.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { readOutput } from './compare-outputs.ts'
import { messageFaultWords } from './message-words.ts'
import { readTestContext } from './read-context.ts'
import { type Expectation, longest, mostVarying, type TestCase } from './test-cases.ts'

interface CaseDialogProps {
  readonly one: TestCase
  readonly onClose: () => void
  readonly onChange: (next: TestCase) => void
}

const choices = [
  { value: 'passes', label: lab.passes },
  { value: 'no-result', label: lab.noResult },
  { value: 'fails', label: lab.fails },
] as const satisfies readonly { value: Expectation; label: string }[]

/** Edits a test case: its message, the expected result, and the parts of the result that may vary. */
export function CaseDialog({ one, onClose, onChange }: CaseDialogProps) {
  const [draft, setDraft] = useState({
    name: one.name,
    context: one.context,
    expects: one.expects,
    output: one.output ?? '',
    varies: one.varies.join('\n'),
  })
  const put = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const read = readTestContext(draft.context)
  const contextFault = 'fault' in read ? messageFaultWords(read.fault) : undefined
  const outputFault =
    draft.output.trim() === '' || readOutput(draft.output) !== undefined ? undefined : m.outputFault
  const varies = draft.varies.split('\n').filter((line) => line.trim() !== '')
  const isTooLong =
    draft.name.length > longest.name ||
    draft.context.length > longest.context ||
    draft.output.length > longest.output ||
    varies.length > mostVarying
  const save = () => {
    const { name, context, expects, output } = draft
    const hasOutput = expects === 'passes' && output.trim() !== ''
    onChange({ name, context, expects, ...(hasOutput ? { output } : {}), varies })
    onClose()
  }
  return (
    <DialogShell
      title={m.editTitle}
      size={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={contextFault ?? outputFault ?? (isTooLong ? m.caseTooLong : undefined)}
            onClick={save}
          >
            {m.save}
          </Button>
        </>
      }
    >
      <LabelledField label={m.name}>
        {(control) => <TextBox {...control} value={draft.name} onChange={(name) => put({ name })} />}
      </LabelledField>
      <LabelledField label={m.message} fault={contextFault}>
        {(control) => (
          <TextArea
            {...control}
            isCode
            rows={8}
            value={draft.context}
            onChange={(context) => put({ context })}
          />
        )}
      </LabelledField>
      <LabelledField label={m.expects}>
        {(control) => (
          <SelectBox
            {...control}
            value={draft.expects}
            options={choices}
            onChange={(value) => {
              const chosen = choices.find((choice) => choice.value === value)
              if (chosen !== undefined) put({ expects: chosen.value })
            }}
          />
        )}
      </LabelledField>
      {draft.expects === 'passes' && (
        <>
          <LabelledField label={m.output} help={m.outputHelp} fault={outputFault}>
            {(control) => (
              <TextArea
                {...control}
                isCode
                rows={6}
                value={draft.output}
                onChange={(output) => put({ output })}
              />
            )}
          </LabelledField>
          <LabelledField label={m.varies} help={m.variesHelp}>
            {(control) => (
              <TextArea
                {...control}
                isCode
                rows={2}
                value={draft.varies}
                onChange={(text) => put({ varies: text })}
              />
            )}
          </LabelledField>
        </>
      )}
    </DialogShell>
  )
}
