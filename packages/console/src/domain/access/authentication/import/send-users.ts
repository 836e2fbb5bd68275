import { type UserImport, userImportTimeoutMs } from '@brokerdeck/contract/access/authentication.ts'
import { getProblem } from '#api/errors.ts'
import { uploading } from '#api/upload.ts'
import { userImport as m } from '#domain/access/authentication/messages.ts'
import type { UserBase } from '#domain/access/authentication/users/user-base.ts'
import type { SendingControl } from '#domain/access/checked-import/use-sending.ts'
import type { FormOutcome } from '#kit/form/shell/form-spec.ts'
import { toFormOutcome } from '#resource/endpoint-form/write-plan.ts'
import type { ImportKind } from './import-kind.ts'

interface SendUsersOptions {
  readonly base: UserBase
  readonly file: File
  readonly kind: ImportKind
  readonly onDone: (result: UserImport) => void
}

/** Sends a file of users as a whole, and passes on the result of the broker. */
export async function sendUsers(
  { base, file, kind, onDone }: SendUsersOptions,
  { signal, onProgress }: SendingControl,
): Promise<FormOutcome> {
  try {
    const result = await base.send(file, kind, {
      signal,
      timeoutMs: userImportTimeoutMs,
      isSilent: true,
      transport: uploading(onProgress),
    })
    onDone(result)
    return { kind: 'applied' }
  } catch (error) {
    if (getProblem(error)?.kind === 'aborted') return { kind: 'refused', title: m.stopped, fields: [] }
    const outcome = toFormOutcome(error)
    if (outcome.kind === 'applied') return outcome
    return { ...outcome, title: m.uploadFailed, detail: outcome.detail ?? outcome.title }
  }
}
