import type { RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { backups, tableSets } from '@brokerdeck/contract/system/backups.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import type { Condition, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { backup as m } from '../messages/cluster.ts'
import { tableSetLabel } from './table-set-label.ts'

const isSelected: readonly Condition[] = [{ path: 'scope', is: ['selected'] }]

/** `scope` is no field of the API: it decides whether the others are sent. */
export function createBackupSections(roots: readonly string[]): readonly Section[] {
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

export function createBackupRequest(document: ApiDocument): RequestOf<typeof backups.create> {
  if (document['scope'] !== 'selected') return { body: {} }
  const { table_sets = [], root_keys = [] } = document
  return { body: bodyFrom(backups.create.body, { table_sets, root_keys }) }
}

/** The broker takes an empty selection and makes an empty archive. */
export function selectionFaults(document: ApiDocument): readonly FormFault[] {
  const { table_sets = [], root_keys = [] } = createBackupRequest(document).body ?? {}
  const isEmpty = document['scope'] === 'selected' && table_sets.length + root_keys.length === 0
  return isEmpty ? [{ path: 'table_sets', message: m.nothingChosen }] : []
}
