import { authenticatorForm as m } from '#domain/access/authentication/messages.ts'
import type { Section } from '#kit/form/field.ts'

export const clientInfoSections: readonly Section[] = [
  {
    id: 'checks',
    title: m.checks,
    note: m.checksNote,
    fields: [
      {
        kind: 'rows',
        path: 'checks',
        label: m.checks,
        help: m.isMatchHelp,
        isRequired: true,
        requiredMessage: m.needCheck,
        addLabel: m.addCheck,
        isOrdered: true,
        columns: [
          {
            kind: 'list',
            path: 'is_match',
            label: m.isMatch,
            itemLabel: m.expression,
            of: 'text',
            isRequired: true,
            width: 8,
          },
          {
            kind: 'select',
            path: 'result',
            label: m.result,
            isRequired: true,
            options: [
              { value: 'allow', label: m.allow },
              { value: 'deny', label: m.deny },
              { value: 'ignore', label: m.ignore },
            ],
            width: 4,
          },
        ],
      },
    ],
  },
]
