import type { User } from '@brokerdeck/contract/system/users.ts'
import type { Column } from '#kit/table/column.ts'
import { Tag } from '#ui/tag.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { users as m } from '../messages/accounts.ts'
import { isLocal, isSelf } from './user-rules.ts'

/** Unknown ones are shown as the broker spells them. */
const roleNames = new Map([
  ['administrator', m.administrator],
  ['viewer', m.viewer],
])
const sourceNames = new Map([
  ['local', m.local],
  ['ldap', 'LDAP'],
  ['saml', 'SAML 2.0'],
  ['oidc', 'OIDC'],
])

const named = (names: ReadonlyMap<string, string>, value: string | undefined) =>
  value === undefined ? undefined : (names.get(value) ?? value)

const username: Column<User> = {
  id: 'username',
  header: m.username,
  value: (user) => user.username,
  cell: (user) => (
    <>
      <Verbatim text={user.username} focusable /> {isSelf(user) && <Tag>{m.you}</Tag>}
    </>
  ),
  always: true,
  sortable: true,
  width: 260,
  phone: 'name',
}

const note: Column<User> = {
  id: 'description',
  header: m.note,
  value: ({ description }) => description,
  cell: ({ description }) => <Verbatim text={description} />,
  width: 360,
  phone: 'pair',
}

const role: Column<User> = {
  id: 'role',
  header: m.role,
  value: (user) => named(roleNames, user.role),
  fields: [{ id: 'role', value: (user) => user.role }],
  cell: (user) => <Verbatim text={named(roleNames, user.role)} />,
  sortable: true,
  width: 160,
  phone: 'status',
}

const source: Column<User> = {
  id: 'backend',
  header: m.source,
  value: (user) => named(sourceNames, user.backend),
  fields: [{ id: 'backend', value: ({ backend }) => backend }],
  cell: (user) => <Verbatim text={named(sourceNames, user.backend)} />,
  sortable: true,
  width: 140,
  phone: 'pair',
}

/** Roles where the broker has them, the source where not everybody comes from the same. */
export function userColumns(users: readonly User[]): readonly Column<User>[] {
  return [
    username,
    note,
    ...(users.some((user) => user.role !== undefined) ? [role] : []),
    ...(users.every(isLocal) ? [] : [source]),
  ]
}
