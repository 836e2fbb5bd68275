import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const importSections: readonly Section[] = [
  {
    id: 'import',
    title: m.title,
    fields: [
      {
        kind: 'select',
        path: 'kind',
        label: m.kind,
        isRequired: true,
        options: [
          { value: 'plain', label: m.plain },
          { value: 'hash', label: m.hashed },
        ],
        width: 12,
      },
      {
        kind: 'file',
        path: 'file',
        label: m.file,
        help: m.fileHelp,
        isRequired: true,
        extensions: ['.csv', '.json'],
        width: 12,
      },
    ],
  },
]
