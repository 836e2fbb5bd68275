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
  counts: 'Counts at once for every client of every node.',
  stops: 'A rate of 0 lets nothing in at all.',
}
