import { banKinds, banned } from '@brokerdeck/contract/access/banned.ts'
import * as v from 'valibot'
import { whyNoWrite } from '#api/query.ts'
import { currentSession } from '#api/session.ts'
import { banImpacts, banKindNames } from '#domain/client/ban-choices.ts'
import { disconnectMatching } from '#domain/client/disconnect-matching.tsx'
import { client as banWords } from '#domain/client/messages.ts'
import { banned as m } from '#features/access/messages/access.ts'
import { timeZoneChoice } from '#i18n/format-time.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { readValue } from '#kit/form/controls/control-props.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, type FormImpact, warnIf } from '#kit/form/shell/form-spec.ts'
import { toDateTimeInput } from '#lib/date-time-input.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { Button } from '#ui/button.tsx'
import classes from './ban-duration.module.css'
import { banFault, coversEverybody } from './ban-fault.ts'

const choices = [
  { days: 7, label: m.days(7) },
  { days: 30, label: m.days(30) },
  { days: 365, label: m.year },
] as const

const kinds = ['clientid', 'clientid_re', 'username', 'username_re', 'peerhost', 'peerhost_net'] as const

const sections: readonly Section[] = [
  {
    id: 'ban',
    title: m.createTitle,
    fields: [
      {
        kind: 'select',
        path: 'as',
        label: banWords.banBy,
        isRequired: true,
        width: 12,
        options: kinds.map((value) => ({ value, label: banKindNames[value] })),
      },
      {
        kind: 'text',
        path: 'who',
        label: m.value,
        isRequired: true,
        requiredMessage: m.valueRequired,
        isCode: true,
        width: 12,
      },
      {
        kind: 'moment',
        path: 'until',
        label: m.until,
        help: m.untilHelp,
        never: 'infinity',
        isFuture: true,
        width: 12,
      },
      {
        kind: 'lines',
        path: 'reason',
        label: m.reason,
        help: banWords.reasonHelp,
        rows: 2,
        width: 12,
        isOptional: true,
      },
    ],
  },
]

const typedSchema = v.object({ as: v.picklist(banKinds), who: v.string() })

function check(document: ApiDocument): readonly FormFault[] {
  const { output, success } = v.safeParse(typedSchema, document)
  const message = success && output.who !== '' ? banFault(output.as, output.who) : undefined
  return message === undefined ? [] : [{ path: 'who', message }]
}

function impact(document: ApiDocument): FormImpact {
  const { output, success } = v.safeParse(typedSchema, document)
  if (!success) return undefined
  return coversEverybody(output.as, output.who) ? warnIf(true, m.everybody) : banImpacts[output.as]
}

export function CreateBanDialog({ onClose }: { readonly onClose: () => void }) {
  const write = writePlan(banned.create, {
    toRequest: (document) => ({ body: parseBody(banned.create.body, document) }),
  })
  return (
    <FormDialog
      title={m.createTitle}
      submitLabel={m.createAction}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: { as: 'clientid', until: 'infinity', reason: '', by: currentSession()?.username },
        isNew: true,
        check,
        impact,
        lockedReason: whyNoWrite(),
        onApplied: (document) => {
          notify.success(banWords.banned)
          const { output, success } = v.safeParse(typedSchema, document)
          if (success) void disconnectMatching([output])
        },
      }}
    >
      <BanDuration />
      <BanReach />
    </FormDialog>
  )
}

/** Shows the effect of the ban in the form. */
function BanReach() {
  const kind = readValue.text(useFieldState('as').value)
  const who = readValue.text(useFieldState('who').value)
  const as = banKinds.find((known) => known === kind)
  if (as === undefined) return null
  return (
    <p className="support" aria-live="polite">
      {banImpacts[as]} {(as === 'clientid_re' || as === 'username_re') && m.anywhere}{' '}
      {coversEverybody(as, who) && <strong>{m.everybody}</strong>}
    </p>
  )
}

/** Sets the end of the ban in the form from a duration. */
function BanDuration() {
  const { change } = useFieldState('until')
  const endAfter = (days: number) => {
    const end = new Date(Date.now() + days * 86_400_000).toISOString()
    change({ isNever: false, text: toDateTimeInput(end, timeZoneChoice === 'utc') })
  }
  return (
    <fieldset className={classes['duration']} aria-label={m.endsAfter}>
      <span className="support">{m.endsAfter}</span>
      {choices.map(({ days, label }) => (
        <Button key={days} size="small" onClick={() => endAfter(days)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
