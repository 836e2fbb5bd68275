import type { authentication } from '@brokerdeck/contract/access/authentication.ts'
import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { m } from './messages.ts'

export const userFilters = (label: string): readonly Filter<QueryKey<typeof authentication.users>>[] => [
  { kind: 'text', label, contains: 'like_user_id', isMain: true, mono: true },
  {
    kind: 'select',
    label: m.superuser,
    key: 'is_superuser',
    isMain: true,
    options: [
      { value: 'true', label: m.yes },
      { value: 'false', label: m.no },
    ],
  },
]
