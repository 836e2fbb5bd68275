import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { describeDelay } from './delay-words.ts'
import { publish as m } from './messages.ts'
import type { PublishDraft } from './publish-draft.ts'
import classes from './publish-form.module.css'
import type { PublishField, PublishLimits } from './publish-message.ts'
import type { PublishFaults } from './read-draft.ts'

const qualities = [
  { value: 0, label: m.qos0 },
  { value: 1, label: m.qos1 },
  { value: 2, label: m.qos2 },
] as const

/** The fields of a message in every version of MQTT. */
export function MessageFields({ draft, limits, faults, onChange, onLeave }: FieldsProps) {
  const offered = qualities.filter(({ value }) => value <= (limits.maximumQos ?? 2))
  const isClearing = draft.retain && draft.payload.text === ''
  return (
    <div className={classes['fields']}>
      <LabelledField
        label={m.topic}
        fault={faults.get('topic')}
        {...describeDelay(draft.topic, Date.now())}
        className={classes['wide']}
      >
        {(control) => (
          <TextBox
            {...control}
            isCode
            data-autofocus
            placeholder={m.topicExample}
            value={draft.topic}
            onBlur={() => onLeave('topic')}
            onChange={(topic) => onChange({ topic })}
          />
        )}
      </LabelledField>
      <LabelledField label={m.qos} fault={faults.get('qos')} className={classes['narrow']}>
        {(control) => (
          <SelectBox
            {...control}
            value={String(draft.qos)}
            options={offered.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={(next) =>
              onChange({ qos: qualities.find(({ value }) => String(value) === next)?.value ?? 0 })
            }
          />
        )}
      </LabelledField>
      <LabelledField
        label={m.retain}
        fault={faults.get('retain')}
        help={isClearing ? m.retainClears : undefined}
        className={classes['full']}
      >
        {({ hasFault: _hasFault, ...control }) => (
          <ToggleInput
            {...control}
            isOn={draft.retain}
            note={m.retainNote}
            onChange={(retain) => onChange({ retain })}
          />
        )}
      </LabelledField>
    </div>
  )
}

/** The props of each part of the form. */
export interface FieldsProps {
  readonly draft: PublishDraft
  readonly limits: PublishLimits
  readonly faults: PublishFaults
  readonly onChange: (part: Partial<PublishDraft>) => void
  /** Called when a field loses the focus: its error may be shown from then on. */
  readonly onLeave: (field: PublishField) => void
}
