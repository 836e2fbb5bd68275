import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const settingsSections: readonly Section[] = [
  {
    id: 'decisions',
    title: m.decisions,
    fields: [
      {
        kind: 'select',
        path: 'no_match',
        label: m.noMatch,
        help: m.noMatchHelp,
        options: [
          { value: 'allow', label: m.allowed },
          { value: 'deny', label: m.denied },
        ],
        default: 'allow',
      },
      {
        kind: 'select',
        path: 'deny_action',
        label: m.denyAction,
        help: m.denyActionHelp,
        options: [
          { value: 'ignore', label: m.stays },
          { value: 'disconnect', label: m.disconnected },
        ],
        default: 'ignore',
      },
    ],
  },
  {
    id: 'cache',
    title: m.cache,
    note: m.cacheNote,
    switch: 'cache.enable',
    fields: [
      {
        kind: 'number',
        path: 'cache.max_size',
        label: m.maxSize,
        help: m.maxSizeHelp,
        isRequired: true,
        min: 1,
        max: 1_048_576,
        default: 32,
      },
      { kind: 'duration', path: 'cache.ttl', label: m.ttl, isRequired: true, default: '1m' },
      {
        kind: 'list',
        path: 'cache.excludes',
        label: m.excludes,
        help: m.excludesHelp,
        of: 'topic',
        itemLabel: m.filter,
        width: 12,
      },
    ],
  },
]
