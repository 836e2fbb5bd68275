import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import IconShieldQuestion from '@tabler/icons-react/dist/esm/icons/IconShieldQuestion.mjs'
import { whyNoWrite } from '#api/query.ts'
import { banClient } from '#domain/client/ban-client.tsx'
import { kickClient } from '#domain/client/kick-client.ts'
import { client as clientWords } from '#domain/client/messages.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { useGo } from '#kit/page/link.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { addSubscription } from './client-search.tsx'

interface ClientActionsProps {
  readonly client: Client
  /** Called when the client may have changed. */
  readonly onChange: () => void
}

export function ClientActions({ client, onChange }: ClientActionsProps) {
  const go = useGo()
  const isStillHere = useStillHere()
  const disabledReason = whyNoWrite()
  const kick = async () => {
    if ((await kickClient.run(client)) && isStillHere()) await go(linkTo('clients'))
  }
  const ban = async () => {
    if (await banClient(client)) onChange()
  }
  return (
    <>
      <Button
        size="small"
        icon={<IconShieldQuestion size={16} stroke={1.5} />}
        tooltip={m.whyHelp}
        onClick={() => void go(linkTo('why', whySearch({ clientid: client.clientid })))}
      >
        {m.why}
      </Button>
      <Button
        size="small"
        icon={<IconHash size={16} stroke={1.5} />}
        disabledReason={disabledReason}
        onClick={() => void addSubscription(client)}
      >
        {m.addSubscription}
      </Button>
      <Button size="small" variant="danger" disabledReason={disabledReason} onClick={() => void ban()}>
        {clientWords.ban}
      </Button>
      <Button size="small" variant="danger" disabledReason={disabledReason} onClick={() => void kick()}>
        {client.connected ? m.kickOut : m.cleanSession}
      </Button>
    </>
  )
}
