import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

const clientsOf = (count: number) =>
  `${formatNumber(count)} ${plural(count, { one: 'client', other: 'clients' })}`

export const en = {
  title: 'Limiter',
  summary: 'How much each node takes in, whoever sends it. Listeners have limits of their own beside these.',
  rates: 'Rates of each node',
  ratesNote:
    'Nothing is lost above a rate: the node reads more slowly, and clients feel it as a slow network.',
  unlimited: 'Unlimited',
  connections: 'New connections',
  connectionsHelp: 'Connections above this rate wait until they are let in.',
  messages: 'Messages published',
  messagesHelp: 'PUBLISH packets of all clients of a node together.',
  bytes: 'Data received',
  bytesHelp: 'Bytes of all clients of a node together.',
  newClientsOnly:
    'Applies to clients that connect from now on. Connected clients keep the message and data rates they connected with until they reconnect.',
  liftedImpact:
    'EMQX 5.8 may receive nothing more from clients that connected under the limit, until they reconnect. Disconnect those clients after applying.',
  keptTitle: 'Clients with their old rates',
  kept: (count: number | undefined) =>
    `${count === undefined ? 'Clients' : clientsOf(count)} connected before the change and ${count === 1 ? 'keeps its' : 'keep their'} old rates until the next connection. After a limit is lifted, EMQX 5.8 may receive nothing more from them until then.`,
  nobodyLeft: 'No client is left from before the change.',
  disconnect: 'Disconnect clients…',
  disconnectTitle: (count: number) => `Disconnect ${clientsOf(count)}?`,
  disconnectBody:
    'Each connection is closed and its session ends: subscriptions and queued messages are lost. Clients can reconnect at once, with the new rates.',
  disconnectAction: 'Disconnect',
  stops: 'A rate of 0 lets nothing in at all.',
}
