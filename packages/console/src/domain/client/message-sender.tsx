import { Tag } from '#ui/marks.tsx'
import { ClientLink } from './client-link.tsx'
import { client as m } from './messages.ts'

/** Shows the publisher of a message; a message from the API has no client. */
export function MessageSender({ clientid }: { readonly clientid: string }) {
  return clientid === 'http_api' ? <Tag>{m.api}</Tag> : <ClientLink clientid={clientid} />
}
