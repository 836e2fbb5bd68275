import { useState } from 'react'
import { sampleMessage as m } from '#features/integration/bridges/messages/bridge-form.ts'
import { messageFaultWords } from '#features/integration/rules/lab/message-words.ts'
import { MessagesTab } from '#features/integration/rules/lab/messages-tab.tsx'
import { readTestContext } from '#features/integration/rules/lab/read-context.ts'
import { useLabMessages } from '#features/integration/rules/lab/use-lab-messages.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { everyMessage, type RuleBehind, type Sample } from './sample-help.ts'

interface SampleDrawerProps {
  readonly rules: readonly RuleBehind[]
  readonly before: Sample | undefined
  readonly onAnswer: (sample: Sample | undefined) => void
}

/** Asks for the message that templates are rendered with: a typed, a retained, or a captured incoming message. */
export function SampleDrawer({ rules, before, onAnswer }: SampleDrawerProps) {
  const [ruleId, setRuleId] = useState(before?.ruleId ?? rules[0]?.id ?? '')
  const sql = rules.find(({ id }) => id === ruleId)?.sql ?? everyMessage
  const messages = useLabMessages(sql, before?.context)
  const read = readTestContext(messages.chosen.context)
  return (
    <DrawerShell
      title={m.title}
      isOpen
      size={660}
      onClose={() => onAnswer(undefined)}
      footer={
        <>
          <Button onClick={() => onAnswer(undefined)}>{m.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={'fault' in read ? messageFaultWords(read.fault) : undefined}
            onClick={() => onAnswer({ ruleId, context: messages.chosen.context })}
          >
            {m.use}
          </Button>
        </>
      }
    >
      {rules.length > 1 && (
        <LabelledField label={m.rule} help={m.ruleHelp}>
          {(control) => (
            <SelectBox
              {...control}
              value={ruleId}
              options={rules.map(({ id }) => ({ value: id, label: id }))}
              onChange={setRuleId}
            />
          )}
        </LabelledField>
      )}
      <MessagesTab sql={sql} messages={messages} />
    </DrawerShell>
  )
}
