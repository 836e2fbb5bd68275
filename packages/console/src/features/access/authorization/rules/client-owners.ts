import { authorizationRules, type ClientRules } from '@brokerdeck/contract/access/authorization-rules.ts'
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

const { clients: list, createClients: create, saveClient: save, removeClient: remove } = authorizationRules

const ownRules = ({ clientid: id, rules }: ClientRules): OwnRules => ({ id, rules })

export const clientOwners: RuleOwners = {
  idName: 'clientid',
  likeKey: 'like_clientid',
  label: m.clientId,
  missing: m.needClientId,
  tableLabel: m.clientsLabel,
  addTitle: m.addClientTitle,
  emptyText: m.emptyClients,
  exportName: 'client-rules',
  usePage: ({ page, limit, like }) => {
    const query = { page, limit, ...(like === undefined ? {} : { like_clientid: like }) }
    return useQuery({
      ...read(list, { query }, { keepsPrevious: true }),
      select: ({ data, meta }) => ({ data: data.map(ownRules), meta }),
    })
  },
  ask: async ({ page, limit, like }, signal) => {
    const query = { page, limit, ...(like === undefined ? {} : { like_clientid: like }) }
    const { data, meta } = await request(list, { query }, { signal })
    return { data: data.map(ownRules), meta }
  },
  adding: writePlan(create, {
    toRequest: (document) => {
      const { id: clientid, rules } = rulesEntry(document)
      return { body: [{ clientid, rules }] }
    },
  }),
  saving: (clientid) =>
    writePlan(save, {
      toRequest: (document) => {
        const { rules } = rulesEntry(document)
        return { params: { clientid }, body: { clientid, rules } }
      },
    }),
  one: async (clientid) => {
    const found = await unlessGone(request(authorizationRules.client, { params: { clientid } }))
    return found && ownRules(found)
  },
  createAll: (entries, signal) => {
    const body = entries.map(({ id: clientid, rules }) => ({ clientid, rules }))
    return request(create, { body }, { signal, isSilent: true })
  },
  put: ({ id: clientid, rules }, signal) =>
    request(save, { params: { clientid }, body: { clientid, rules } }, { signal, isSilent: true }),
  asked: ({ id, rules }) =>
    listAskedRules('clients', rules, { kind: 'clientid', text: id, isPattern: false }),
  change: (entries) => ({ clients: entries.map(({ id: clientid, rules }) => ({ clientid, rules })) }),
  remove: send(remove, (clientid) => ({ params: { clientid } })),
}
