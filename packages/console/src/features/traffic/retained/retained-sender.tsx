import type { RetainedMessage } from '@brokerdeck/contract/traffic/retainer.ts'
import { MessageSender } from '#domain/client/message-sender.tsx'
import { Definition } from '#ui/definition.tsx'
import { Tag } from '#ui/tag.tsx'
import { m } from './messages.ts'

/** A client may call itself `emqx_sys`; below `$SYS` only the broker publishes unless somebody allowed it. */
function isMadeByBroker({ from_clientid: from, topic }: RetainedMessage): boolean {
  return from === 'emqx_sys' && topic.startsWith('$SYS/')
}

/** Who published a retained message. */
export function RetainedSender({ message }: { readonly message: RetainedMessage }) {
  return isMadeByBroker(message) ? (
    <Tag>
      <Definition definition={m.byBrokerMeaning}>{m.byBroker}</Definition>
    </Tag>
  ) : (
    <MessageSender clientid={message.from_clientid} />
  )
}
