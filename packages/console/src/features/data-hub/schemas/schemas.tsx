import {
  schemaRegistry as endpoints,
  type RegisteredSchema,
} from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { send } from '#acting/action.tsx'
import { schemas as m } from '#features/data-hub/messages/schemas.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Tag } from '#ui/marks.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { SchemaUses, SchemaUsesInRow } from './schema-uses.tsx'

const toParams = ({ name }: { readonly name: string }) => ({ params: { name } })

export const schemaTypeWords = { avro: 'Avro', protobuf: 'Protobuf', json: m.json } as const

const typeColumn: Column<RegisteredSchema> = {
  id: 'type',
  header: m.type,
  value: ({ type }) => schemaTypeWords[type],
  cell: ({ type }) => schemaTypeWords[type],
  width: 130,
  phone: 'pair',
}

/** Describes the schemas of payloads that are decoded, encoded and checked. */
export const schemaResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('schemas'),
  list: wholeList(endpoints.list, {}, (all) => all, {
    pollSeconds: 10,
    filters: [{ kind: 'text', label: m.member, contains: 'name', isMain: true, mono: true }],
    matches: ({ name }, { name: wanted = '' }) => name.toLowerCase().includes(wanted.toLowerCase()),
  }),
  columns: [
    'name',
    typeColumn,
    {
      id: 'uses',
      header: m.uses,
      value: () => undefined,
      cell: ({ name }) => <SchemaUsesInRow name={name} />,
      fields: [],
      width: 300,
      phone: 'line',
    },
    verbatimColumn('description', m.note, ({ description }: RegisteredSchema) => description, {
      mono: false,
    }),
  ],
  columnsKey: 'schemaTableColumns',
  exportName: 'schemas',
  words: m,
  copy: ({ name }) => linkTo('createSchema', { target: name }),
  remove: {
    deed: send(endpoints.remove, toParams),
    consequence: () => m.removeBody,
    // No request lists everything that uses a schema.
    interrupts: () => 'data',
  },
  preview: ({ kind, item }) => (kind === 'remove' ? <SchemaUses name={item.name} /> : undefined),
  page: {
    address: (name, tab) => linkTo('schema', { name }, { tab }),
    isMono: true,
    read: readOne(
      endpoints.get,
      (name) => toParams({ name }),
      (schema) => schema,
    ),
    badges: ({ type }) => <Tag>{schemaTypeWords[type]}</Tag>,
    summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
    tabs: [
      { id: 'settings', label: m.settings },
      { id: 'uses', label: m.uses },
    ],
    words: m,
  },
})
