import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import type { ChainRow } from '#features/access/access-chain/chain.ts'
import { chainColumns } from '#features/access/access-chain/chain-columns.tsx'
import { ChainTable } from '#features/access/access-chain/chain-table.tsx'
import { mechanismName } from '#kit/access-words/authn-name.ts'
import { Page } from '#kit/page/page.tsx'
import type { TableQuery } from '#kit/table/table-query.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { Status } from '#ui/status.tsx'
import { authentication as m } from '../messages/authentication.ts'
import { authnChain } from './authn-chain.ts'
import type { AuthnCount } from './authn-counts.ts'

const pollSeconds = 10

const authnColumns = chainColumns(authnChain, {
  id: 'mechanism',
  header: m.mechanism,
  value: ({ item }) => item.mechanism,
  cell: ({ item }) => mechanismName(item.mechanism),
  width: 150,
  phone: 'pair',
})

/** The chain that the credentials of every client go through. */
export function AuthenticationPage() {
  const query = useChain()
  const navigate = useNavigate()
  const { rows = [] } = query
  const isAllOff = rows.every(({ item }) => !item.enable)
  const allOff = (
    <Status kind="warn" wraps>
      {m.allOff}
    </Status>
  )
  return (
    <Page
      title={m.title}
      {...(rows.length === 0 ? {} : { summary: isAllOff ? allOff : m.summary(rows.length) })}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite()}
          onClick={() => void navigate({ to: paths.createAuthenticator() })}
        >
          {m.create}
        </Button>
      }
    >
      <ChainTable
        chain={authnChain}
        query={query}
        columns={authnColumns}
        columnsKey="authenticatorTableColumns"
        exportName="authenticators"
      />
    </Page>
  )
}

/** The chain in its order, with the state of each. */
function useChain(): TableQuery<ChainRow<Authenticator, AuthnCount>> {
  const list = useQuery(read(authentication.list, {}, { pollSeconds }))
  const statuses = useQueries({
    queries: (list.data ?? []).map(({ id }) =>
      read(authentication.status, { params: { id } }, { pollSeconds }),
    ),
  })
  return tableQuery(list, (chain) => chain.map((item, at) => ({ item, status: statuses[at]?.data })))
}
