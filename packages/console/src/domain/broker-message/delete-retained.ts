import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { send } from '#acting/action.tsx'
import { deleteMessages } from './delete-messages.tsx'
import { brokerMessage as m } from './messages.ts'

interface Retained {
  readonly topic: string
}

export const deleteRetained = deleteMessages<Retained>(
  send(retainer.deleteMessage, ({ topic }) => ({ params: { topic } })),
  m.deleteRetained,
  ({ topic }) => (canAddress(topic) ? undefined : m.unaddressable),
)
