import { type ApiKey, apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import { unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { FormFault } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, type FormImpact, warnIf } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { useFreshPlan } from '#resource/endpoint-form/use-fresh-plan.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { keySections } from './key-sections.ts'
import { toApiKeySettings } from './to-api-key-settings.ts'

function impact(next: ApiDocument, before: ApiDocument): FormImpact {
  if (before['enable'] === true && next['enable'] === false) return warnIf(true, m.impactOff)
  return next['role'] === before['role'] ? undefined : m.impactRole
}

/** Warns about an expiry in the past. It is not an error, because setting one is the way to end a key. */
function expiryCaution({ expired_at: at }: ApiDocument): readonly FormFault[] {
  const moment = typeof at === 'number' ? at * 1000 : Date.parse(String(at))
  return moment < Date.now() ? [{ path: 'expired_at', message: m.endsAtOnce }] : []
}

interface EditKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const { name, role } = apiKey
  const write = writePlan(apiKeys.update, {
    toRequest: (document) => ({ params: { name }, body: parseBody(apiKeys.update.body, document) }),
  })
  const fresh = useFreshPlan({
    shown: apiKey,
    read: () => unlessGone(request(apiKeys.get, { params: { name } })),
    pickDocument: toApiKeySettings,
    write,
  })
  return (
    <FormDialog
      title={m.editTitle(visibleText(name, 80))}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        ...fresh,
        sections: keySections(false, role !== undefined),
        impact,
        cautions: expiryCaution,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.saved),
      }}
    />
  )
}
