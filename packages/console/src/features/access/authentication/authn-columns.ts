import { chainColumns } from '#features/access/access-chain/chain-columns.tsx'
import { mechanismName } from '#kit/access-words/authn-name.ts'
import { authnChain } from './authn-chain.ts'
import { m } from './messages.ts'

export const authnColumns = chainColumns(authnChain, {
  id: 'mechanism',
  header: m.mechanism,
  value: ({ item }) => item.mechanism,
  cell: ({ item }) => mechanismName(item.mechanism),
  width: 150,
  phone: 'pair',
})
