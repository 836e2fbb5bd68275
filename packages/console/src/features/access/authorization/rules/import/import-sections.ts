import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const importSections = (name: string): readonly Section[] => [
  {
    id: 'import',
    title: m.title,
    fields: [
      {
        kind: 'select',
        path: 'existing',
        label: m.existing(name),
        isRequired: true,
        options: [
          { value: 'replace', label: m.replace },
          { value: 'skip', label: m.skip },
        ],
        width: 12,
      },
      {
        kind: 'file',
        path: 'file',
        label: m.file,
        help: m.fileHelp(name),
        isRequired: true,
        extensions: ['.csv', '.json'],
        width: 12,
      },
    ],
  },
]
