import { authorizationSettings } from '@brokerdeck/contract/access/authorization.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { authorization as m } from '../messages/authorization.ts'

export const settingsSections = describedSections(authorizationSettings, [
  {
    id: 'decisions',
    title: m.decisions,
    fields: [
      {
        path: 'no_match',
        label: m.noMatch,
        help: m.noMatchHelp,
        options: { allow: m.allowed, deny: m.denied },
      },
      {
        path: 'deny_action',
        label: m.denyAction,
        help: m.denyActionHelp,
        options: { ignore: m.stays, disconnect: m.disconnected },
      },
    ],
  },
  {
    id: 'cache',
    title: m.cache,
    note: m.cacheNote,
    switch: 'cache.enable',
    fields: [
      { path: 'cache.max_size', label: m.maxSize, help: m.maxSizeHelp, isRequired: true },
      { path: 'cache.ttl', label: m.ttl, isRequired: true },
      { path: 'cache.excludes', label: m.excludes, help: m.excludesHelp, itemLabel: m.filter, width: 12 },
    ],
  },
])
