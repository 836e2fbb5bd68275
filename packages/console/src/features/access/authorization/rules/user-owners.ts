import { authorizationRules, type UserRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#acting/action.tsx'
import { unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { rules as m } from '#features/access/messages/authorization.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { listAskedRules } from './asked-rules.ts'
import type { OwnRules, RuleOwners } from './rule-owners.ts'
import { rulesEntry } from './rules-entry.ts'

const { users: list, createUsers: create, saveUser: save, removeUser: remove } = authorizationRules

const ownRules = ({ username: id, rules }: UserRules): OwnRules => ({ id, rules })

export const userOwners: RuleOwners = {
  idName: 'username',
  likeKey: 'like_username',
  label: m.username,
  missing: m.needUsername,
  tableLabel: m.usersLabel,
  addTitle: m.addUserTitle,
  emptyText: m.emptyUsers,
  exportName: 'user-rules',
  usePage: ({ page, limit, like }) => {
    const query = { page, limit, ...(like === undefined ? {} : { like_username: like }) }
    return useQuery({
      ...read(list, { query }, { keepsPrevious: true }),
      select: ({ data, meta }) => ({ data: data.map(ownRules), meta }),
    })
  },
  ask: async ({ page, limit, like }, signal) => {
    const query = { page, limit, ...(like === undefined ? {} : { like_username: like }) }
    const { data, meta } = await request(list, { query }, { signal })
    return { data: data.map(ownRules), meta }
  },
  adding: writePlan(create, {
    toRequest: (document) => {
      const { id: username, rules } = rulesEntry(document)
      return { body: [{ username, rules }] }
    },
  }),
  saving: (username) =>
    writePlan(save, {
      toRequest: (document) => {
        const { rules } = rulesEntry(document)
        return { params: { username }, body: { username, rules } }
      },
    }),
  one: async (username) => {
    const found = await unlessGone(request(authorizationRules.user, { params: { username } }))
    return found && ownRules(found)
  },
  createAll: (entries, signal) => {
    const body = entries.map(({ id: username, rules }) => ({ username, rules }))
    return request(create, { body }, { signal, isSilent: true })
  },
  put: ({ id: username, rules }, signal) =>
    request(save, { params: { username }, body: { username, rules } }, { signal, isSilent: true }),
  asked: ({ id, rules }) => listAskedRules('users', rules, { kind: 'username', text: id, isPattern: false }),
  change: (entries) => ({ users: entries.map(({ id: username, rules }) => ({ username, rules })) }),
  remove: send(remove, (username) => ({ params: { username } })),
}
