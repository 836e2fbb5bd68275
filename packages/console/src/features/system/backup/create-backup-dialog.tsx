import { backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import { useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { newDocument } from '#kit/form/document.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { backup as m } from '../messages/cluster.ts'
import { createBackupRequest, createBackupSections, selectionFaults } from './create-backup-form.ts'
import { useRunningConfig } from './use-running-config.ts'

/** Asks what the backup shall hold: everything, or some parts. Without the list of parts it can still be everything. */
export function CreateBackupDialog({ onClose }: { readonly onClose: () => void }) {
  const { config, isPending } = useRunningConfig()
  const sections = useMemo(() => createBackupSections(Object.keys(config ?? {}).sort()), [config])
  return isPending ? null : <CreateBackupForm sections={sections} onClose={onClose} />
}

interface CreateBackupFormProps {
  readonly sections: ReturnType<typeof createBackupSections>
  readonly onClose: () => void
}

function CreateBackupForm({ sections, onClose }: CreateBackupFormProps) {
  const document = useMemo(() => newDocument(sections), [sections])
  const { plan, apply } = writePlan(backups.create, {
    toRequest: createBackupRequest,
    timeoutMs: backupTimeoutMs,
  })
  return (
    <FormDialog
      title={m.create}
      submitLabel={m.createAction}
      onClose={onClose}
      plan={{
        sections,
        document,
        isNew: true,
        plan,
        apply,
        check: selectionFaults,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.created),
      }}
    />
  )
}
