import { RowList } from '#kit/form/controls/row-list.tsx'
import { controls } from '#kit/messages/form.ts'
import { convertDraft } from '#lib/payload-draft.ts'
import { TextBox } from '#ui/field-box.tsx'
import { Fold } from '#ui/fold.tsx'
import { FieldFault, LabelledField, UnitLabel } from '#ui/labelled-field.tsx'
import { ChoiceBox } from '#ui/select-box.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import type { FieldsProps } from './message-fields.tsx'
import { publish as m } from './messages.ts'
import { type PublishDraft, propertyCount, type UserPropertyDraft } from './publish-draft.ts'
import classes from './publish-form.module.css'

const encodings = [
  { value: 'text', label: m.text },
  { value: 'hex', label: m.hex },
  { value: 'base64', label: m.base64 },
] as const

type TextField = 'expiry' | 'contentType' | 'responseTopic' | 'topicAlias'

/** The properties of MQTT 5 (§3.3.2.3), folded because most messages have none. */
export function PropertiesFold(props: FieldsProps) {
  const { draft, limits, faults, onChange, onLeave } = props
  const count = propertyCount(draft)
  const text = (field: TextField, label: string, example: string, end?: string) => (
    <LabelledField
      label={label}
      // An empty expiry has a meaning, which the field shows itself.
      note={field === 'expiry' ? undefined : controls.optional}
      help={field === 'topicAlias' ? m.topicAliasHelp : undefined}
      fault={faults.get(field)}
      className={classes['half']}
    >
      {(control) => (
        <TextBox
          {...control}
          isCode
          placeholder={example}
          inputMode={end === undefined && field !== 'topicAlias' ? 'text' : 'numeric'}
          end={end === undefined ? undefined : <UnitLabel>{end}</UnitLabel>}
          value={draft[field]}
          onBlur={() => onLeave(field)}
          onChange={(value) => onChange(toDraftPart(field, value))}
        />
      )}
    </LabelledField>
  )
  return (
    <Fold
      title={m.properties}
      summary={count === 0 ? m.noneSet : m.someSet(count)}
      mustOpen={[...faults.keys()].some((field) => !['topic', 'qos', 'retain', 'payload'].includes(field))}
    >
      <div className={classes['fields']}>
        {text('contentType', m.contentType, 'application/json')}
        {text('expiry', m.expiry, m.expiryNever, m.seconds)}
        {text('responseTopic', m.responseTopic, 'plant/line-1/reply')}
        <CorrelationField {...props} />
        {limits.topicAliasMaximum > 0 && text('topicAlias', m.topicAlias, `1 – ${limits.topicAliasMaximum}`)}
        <LabelledField label={m.format} fault={faults.get('isText')} className={classes['half']}>
          {({ hasFault: _hasFault, ...control }) => (
            <ToggleInput
              {...control}
              isOn={draft.isText}
              note={m.formatNote}
              onChange={(isText) => onChange({ isText })}
            />
          )}
        </LabelledField>
        <UserPropertyRows {...props} />
      </div>
    </Fold>
  )
}

function toDraftPart(field: TextField, value: string): Partial<PublishDraft> {
  return { [field]: value }
}

/** The bytes by which a requester recognises the response (§4.10). */
function CorrelationField({ draft: { correlationData }, limits, faults, onChange, onLeave }: FieldsProps) {
  return (
    <LabelledField
      label={m.correlationData}
      note={controls.optional}
      fault={faults.get('correlationData')}
      className={classes['half']}
    >
      {(control) => (
        <TextBox
          {...control}
          isCode
          value={correlationData.text}
          onBlur={() => onLeave('correlationData')}
          onChange={(text) => onChange({ correlationData: { kind: correlationData.kind, text } })}
          end={
            limits.hasBinaryCorrelation ? (
              <ChoiceBox
                isUnit
                aria-label={m.correlationAs}
                value={correlationData.kind}
                options={encodings}
                onChange={(next) => {
                  const kind = encodings.find(({ value }) => value === next)?.value ?? 'text'
                  const converted = convertDraft(correlationData, kind)
                  if (converted !== undefined) onChange({ correlationData: converted })
                }}
              />
            ) : undefined
          }
        />
      )}
    </LabelledField>
  )
}

/** Pairs of texts that are sent with the message, in their order (§3.3.2.3.7). */
function UserPropertyRows({ draft: { userProperties }, faults, onChange, onLeave }: FieldsProps) {
  const set = (at: number, part: Partial<UserPropertyDraft>) =>
    onChange({ userProperties: userProperties.map((row, each) => (each === at ? { ...row, ...part } : row)) })
  return (
    <LabelledField label={m.userProperties} note={controls.optional} isGroup className={classes['full']}>
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
