import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { ChainTable } from '#features/access/access-chain/chain-table.tsx'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { Status } from '#ui/status.tsx'
import { authnChain } from './authn-chain.ts'
import { authnColumns } from './authn-columns.ts'
import { m } from './messages.ts'
import { useChain } from './use-chain.ts'

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
