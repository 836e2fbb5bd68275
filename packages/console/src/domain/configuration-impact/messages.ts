import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'

export const listenerImpact = {
  moves: (connections: number) =>
    connections === 0
      ? 'The listener moves to another address. It has no connections now.'
      : `The listener moves to another address: updating it disconnects ${connections === 1 ? 'its one client, which has' : `its ${formatNumber(connections)} clients, which have`} to connect to the new one.`,
  movesAlong: (connections: number) =>
    connections === 0
      ? 'The listener moves to another address. It has no connections now.'
      : `The listener moves to another address. Its ${connections === 1 ? 'one WebSocket client stays' : `${formatNumber(connections)} WebSocket clients stay`} connected; new clients connect to the new address.`,
  disabled: (connections: number) =>
    connections === 0
      ? 'The listener closes. It has no connections now.'
      : `The listener closes, and disconnects ${connections === 1 ? 'its one client' : `its ${formatNumber(connections)} clients`}.`,
  stays: (connections: number) =>
    connections === 0
      ? 'The changes count for clients that connect from now on.'
      : `${connections === 1 ? 'The one connected client keeps its connection' : `The ${formatNumber(connections)} connected clients keep their connections`}; the changes count for clients that connect from now on.`,
  staysClosed: 'The listener is created disabled: it opens once it is enabled.',
  opens: 'The listener opens on every node as soon as it is created.',
  staysDisabled: 'The listener stays disabled.',
  opensAgain: 'The listener opens on every node at once.',
}

export const settingsImpact = {
  atOnce: (fields: string, connected: number | undefined) =>
    `Applies at once to ${connected === undefined ? 'every connected client' : `${formatNumber(connected)} connected ${plural(connected, { one: 'client', other: 'clients' })}`}: ${fields}.`,
  retainedDisconnects:
    'The broker then disconnects a connected client that publishes a retained message (0x9A, retain not supported).',
  qosDisconnects: (max: number) =>
    `The broker then disconnects a connected client that publishes above QoS ${formatNumber(max)} (0x9B, QoS not supported).`,
  retainerOff: 'Retained messages are neither kept nor given out while it is off.',
  storage: 'Retained messages move to the other storage.',
  shutdown: 'The broker closes connections that exceed the new limits.',
  shutdownOff: 'The broker no longer closes connections for their memory or their waiting messages.',
  logDebug: 'At this level a busy broker writes very much: it slows down, and the disk fills up.',
  logQuiet: 'With every log off, the nodes leave no trace of what goes wrong.',
  logFile: 'The next lines go to the new file; what was written stays where it is.',
  logOnly: 'Takes effect at once on every node. Connections are not touched.',
  thresholds: 'Takes effect at the next check on every node. Connections are not touched.',
  alarmActions: 'Counts for alarms from now on.',
  alarmsForgotten: 'Past alarms that no longer fit are forgotten at once.',
}

export const authorizationImpact = {
  settings: 'Applies to new requests. Existing subscriptions are not rechecked.',
  allow: 'Everything is allowed that no source denies.',
  deny: 'Everything is denied that no source allows.',
  disconnect: 'A client that is denied anything once loses its connection.',
}
