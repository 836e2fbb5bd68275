import { RowList } from '#kit/form/controls/row-list.tsx'
import { FieldFault } from '#ui/field-fault.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { TextBox } from '#ui/text-box.tsx'
import type { FieldsProps } from './fields-props.ts'
import { m } from './messages.ts'
import type { UserPropertyDraft } from './publish-draft.ts'
import classes from './publish-form.module.css'

/** Pairs of texts that travel with the message, in their order (§3.3.2.3.7). */
export function UserPropertyRows({ draft: { userProperties }, faults, onChange, onLeave }: FieldsProps) {
  const set = (at: number, part: Partial<UserPropertyDraft>) =>
    onChange({ userProperties: userProperties.map((row, each) => (each === at ? { ...row, ...part } : row)) })
  return (
    <LabelledField label={m.userProperties} isGroup className={classes['full']}>
      {(_control, labelId) => (
        <fieldset className={classes['group']} aria-labelledby={labelId}>
          <RowList
            count={userProperties.length}
            heads={[{ label: m.name }, { label: m.value }]}
            addLabel={m.addUserProperty}
            isDisabled={false}
            onAdd={() => onChange({ userProperties: [...userProperties, { key: '', value: '' }] })}
            onRemove={(at) => onChange({ userProperties: userProperties.toSpliced(at, 1) })}
            row={(at) => {
              const fault = faults.get(`userProperties.${at}`)
              const faultId = `${labelId}-fault-${at}`
              return (
                <>
                  <div>
                    <TextBox
                      isCode
                      aria-label={m.nameOf(at + 1)}
                      aria-describedby={fault === undefined ? undefined : faultId}
                      hasFault={fault !== undefined}
                      value={userProperties[at]?.key ?? ''}
                      onBlur={() => onLeave(`userProperties.${at}`)}
                      onChange={(key) => set(at, { key })}
                    />
                    {fault !== undefined && <FieldFault id={faultId}>{fault}</FieldFault>}
                  </div>
                  <TextBox
                    isCode
                    aria-label={m.valueOf(at + 1)}
                    value={userProperties[at]?.value ?? ''}
                    onBlur={() => onLeave(`userProperties.${at}`)}
                    onChange={(value) => set(at, { value })}
                  />
                </>
              )
            }}
          />
        </fieldset>
      )}
    </LabelledField>
  )
}
