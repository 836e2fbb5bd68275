import { apiKeys, type CreatedApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { useRef } from 'react'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { toFormOutcome, writePlan } from '#resource/endpoint-form/write-plan.ts'
import { keySections } from './key-sections.ts'

interface CreateKeyDialogProps {
  readonly hasRoles: boolean
  /** Called with the key and its secret if a key was created. */
  readonly onAnswer: (created: CreatedApiKey | undefined) => void
}

const toRequest = (document: ApiDocument) => ({ body: parseBody(apiKeys.create.body, document) })

export function CreateKeyDialog({ hasRoles, onAnswer }: CreateKeyDialogProps) {
  const created = useRef<CreatedApiKey>(undefined)
  const { plan } = writePlan(apiKeys.create, { toRequest })
  /** The response is kept, because no other response contains the secret. */
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    try {
      created.current = await request(apiKeys.create, toRequest(document))
      return { kind: 'applied' }
    } catch (error) {
      return toFormOutcome(error)
    }
  }
  return (
    <FormDialog
      title={m.create}
      submitLabel={m.createAction}
      onClose={() => onAnswer(created.current)}
      plan={{
        sections: keySections(true, hasRoles),
        document: {
          expired_at: 'infinity',
          enable: true,
          desc: '',
          ...(hasRoles ? { role: 'viewer' } : {}),
        },
        isNew: true,
        plan,
        apply,
        lockedReason: whyNoWrite(),
      }}
    />
  )
}
