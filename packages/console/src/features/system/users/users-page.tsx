import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { lazy } from 'react'
import { action, send } from '#acting/action.tsx'
import { whyNoWrite } from '#api/query.ts'
import { users as m } from '#features/system/messages/accounts.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Column } from '#kit/table/column.ts'
import { visibleText } from '#lib/visible-text.ts'
import { wholeList } from '#resource/managed-list.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { Tag } from '#ui/marks.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { isLocal, isSelf, toBackendQuery, whyNoPasswordChange, whyNotRemovable } from './user-rules.ts'

/** The names of the roles; unknown roles are shown as the broker spells them. */
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

const findName = (names: ReadonlyMap<string, string>, value: string | undefined) =>
  value === undefined ? undefined : (names.get(value) ?? value)

type UserColumn = Column<User, SortOf<'users'>>

const username: UserColumn = {
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

const note: UserColumn = {
  id: 'description',
  header: m.note,
  value: ({ description }) => description,
  cell: ({ description }) => <Verbatim text={description} />,
  width: 360,
  phone: 'pair',
}

const role: UserColumn = {
  id: 'role',
  header: m.role,
  value: (user) => findName(roleNames, user.role),
  fields: [{ id: 'role', value: (user) => user.role }],
  cell: (user) => <Verbatim text={findName(roleNames, user.role)} />,
  sortable: true,
  width: 160,
  phone: 'status',
}

const source: UserColumn = {
  id: 'backend',
  header: m.source,
  value: (user) => findName(sourceNames, user.backend),
  fields: [{ id: 'backend', value: ({ backend }) => backend }],
  cell: (user) => <Verbatim text={findName(sourceNames, user.backend)} />,
  sortable: true,
  width: 140,
  phone: 'pair',
}

/** Returns the columns: with roles if the broker has them, and with the source if the users come from several. */
function userColumns(users: readonly User[]): readonly UserColumn[] {
  return [
    username,
    note,
    ...(users.some((user) => user.role !== undefined) ? [role] : []),
    ...(users.every(isLocal) ? [] : [source]),
  ]
}

const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-user-dialog.tsx')).EditUserDialog,
}))

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

const CreateUserDialog = lazy(async () => ({
  default: (await import('./create-user-dialog.tsx')).CreateUserDialog,
}))

const formatName = ({ username }: User) => visibleText(username, 80)

const removeUser = action<User>(
  send(users.remove, (user) => ({ ...toBackendQuery(user), params: { username: user.username } })),
  {
    ask: (user) => ({
      title: m.removeTitle,
      body: m.removeBody(formatName(user)),
      action: m.remove,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: (user) => m.removed(formatName(user)),
  },
)

const userResource = declareResource({
  toId: ({ username, backend = '' }: User) => JSON.stringify([username, backend]),
  formatName: ({ username }) => username,
  address: linkTo('users'),
  list: wholeList(users.list, {}, (answer) => answer),
  columns: userColumns,
  exportName: 'users',
  words: m,
  actions: [
    {
      label: m.edit,
      disabledReason: whyNoWrite,
      opens: (user, all) =>
        askDialog<void>((close) => <EditUserDialog user={user} all={all} onClose={close} />),
    },
    {
      label: m.changePassword,
      disabledReason: (user) => (isLocal(user) ? whyNoPasswordChange(user.username) : m.notLocal),
      opens: ({ username }) =>
        askDialog<void>((close) => <ChangePasswordDialog username={username} onClose={close} />),
    },
    { label: `${m.remove}…`, danger: true, does: removeUser, disabledReason: whyNotRemovable },
  ],
})

const createUser = (all: readonly User[]) =>
  askDialog<void>((close) => (
    <CreateUserDialog hasRoles={all.some(({ role }) => role !== undefined)} onClose={close} />
  ))

/** Lists the users who may sign in. The list contains at least the current user, so it is never empty. */
export function UsersPage() {
  return (
    <ManagedListPage
      resource={userResource}
      create={{ label: m.create, to: createUser }}
      summary={() => m.summary}
    />
  )
}
