import type { Section } from '#kit/form/field.ts'
import { aclLanguage } from '../file/acl-language.ts'
import { m } from './messages.ts'
import { topicPlaceholders } from './placeholders.ts'

/** Sources that the broker keeps itself. */
export const fileSections: readonly Section[] = [
  {
    id: 'rules',
    title: m.file,
    fields: [
      {
        kind: 'lines',
        path: 'rules',
        label: m.rules,
        help: m.rulesHelp(topicPlaceholders),
        isRequired: true,
        isCode: true,
        language: aclLanguage,
        width: 12,
      },
    ],
  },
]

export const builtInSections: readonly Section[] = [
  {
    id: 'limits',
    title: m.limits,
    fields: [
      { kind: 'number', path: 'max_rules', label: m.maxRules, help: m.maxRulesHelp, min: 1, default: 100 },
    ],
  },
]
