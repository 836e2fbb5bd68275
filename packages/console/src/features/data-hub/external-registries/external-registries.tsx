import {
  type ExternalRegistry,
  externalRegistries as endpoints,
} from '@brokerdeck/contract/data-hub/external-registries.ts'
import { send } from '#acting/action.tsx'
import { registries as m } from '#features/data-hub/messages/schemas.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'

interface NamedRegistry {
  readonly name: string
  readonly registry: ExternalRegistry
}

const toParams = ({ name }: Pick<NamedRegistry, 'name'>) => ({ params: { name } })

const getUsername = ({ registry: { auth } }: NamedRegistry) => (auth === 'none' ? '' : auth.username)

const typeColumn: Column<NamedRegistry> = {
  id: 'type',
  header: m.type,
  value: () => m.confluent,
  cell: () => m.confluent,
  width: 210,
}

/** Describes external schema registries, whose schemas rules use to decode and encode. */
export const externalRegistryResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('externalRegistries'),
  list: wholeList(
    endpoints.list,
    {},
    (all) => Object.entries(all).map(([name, registry]): NamedRegistry => ({ name, registry })),
    {
      pollSeconds: 10,
      filters: [{ kind: 'text', label: m.member, contains: 'name', isMain: true, mono: true }],
      matches: ({ name }, { name: wanted = '' }) => name.toLowerCase().includes(wanted.toLowerCase()),
    },
  ),
  columns: [
    'name',
    typeColumn,
    verbatimColumn('url', m.url, ({ registry }: NamedRegistry) => String(registry.url), { phone: 'line' }),
    verbatimColumn('username', m.username, getUsername, { width: 160 }),
  ],
  columnsKey: 'externalRegistryTableColumns',
  exportName: 'external-schema-registries',
  words: m,
  remove: {
    deed: send(endpoints.remove, toParams),
    consequence: () => m.removeBody,
    // No request lists everything that uses a registry.
    interrupts: () => 'data',
  },
  page: {
    address: (name, tab) => linkTo('externalRegistry', { name }, { tab }),
    isMono: true,
    read: readOne(
      endpoints.get,
      (name) => toParams({ name }),
      (registry, name): NamedRegistry => ({ name, registry }),
    ),
    tabs: [{ id: 'settings', label: m.settings }],
    words: m,
  },
})
