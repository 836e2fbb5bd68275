import type { RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { backups, backupTimeoutMs, tableSets } from '@brokerdeck/contract/system/backups.ts'
import { useMemo } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { backup as m } from '#features/system/messages/cluster.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { newDocument } from '#kit/form/document.ts'
import type { Condition, FormFault, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { tableSetLabel } from './archive-verdict.ts'
import { useRunningConfig } from './use-running-config.ts'

const isSelected: readonly Condition[] = [{ path: 'scope', is: ['selected'] }]

/** `scope` is no field of the API: it decides whether the other fields are sent. */
function createBackupSections(roots: readonly string[]): readonly Section[] {
  return [
    {
      id: 'contents',
      title: m.contents,
      fields: [
        {
          kind: 'select',
          path: 'scope',
          label: m.scope,
          help: m.scopeHelp,
          default: 'all',
          width: 12,
          options: [
            { value: 'all', label: m.scopeAll },
            { value: 'selected', label: m.scopeSelected },
          ],
        },
        {
          kind: 'multi-select',
          path: 'table_sets',
          label: m.tables,
          when: isSelected,
          default: tableSets,
          width: 12,
          options: tableSets.map((set) => ({ value: set, label: tableSetLabel(set) })),
        },
        {
          kind: 'multi-select',
          path: 'root_keys',
          label: m.roots,
          help: m.rootsHelp,
          when: isSelected,
          default: roots,
          width: 12,
          options: roots.map((root) => ({ value: root, label: root })),
        },
      ],
    },
  ]
}

function createBackupRequest(document: ApiDocument): RequestOf<typeof backups.create> {
  if (document['scope'] !== 'selected') return { body: {} }
  const { table_sets = [], root_keys = [] } = document
  return { body: parseBody(backups.create.body, { table_sets, root_keys }) }
}

/** The broker accepts an empty selection and creates an empty archive, so the form rejects it. */
function selectionFaults(document: ApiDocument): readonly FormFault[] {
  const { table_sets = [], root_keys = [] } = createBackupRequest(document).body ?? {}
  const isEmpty = document['scope'] === 'selected' && table_sets.length + root_keys.length === 0
  return isEmpty ? [{ path: 'table_sets', message: m.nothingChosen }] : []
}

/**
 * Asks for the content of the backup: everything or some parts. Everything can be chosen even if the list of parts is
 * not loaded.
 */
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
