import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const client = {
  connected: vocabulary.connected,
  disconnected: 'Disconnected',
  queueFull: (percent: number) => `Queue ${percent} % full`,
  never: vocabulary.never,
  queue: vocabulary.messageQueue,
  kickOut: 'Kick out',
  cleanSession: 'Clean session',
  kickTitle: (id: string) => `Kick out ${id}?`,
  kickBody:
    'The connection is closed and the session ends: its subscriptions and queued messages are lost. The client may connect again at once.',
  cleanTitle: (id: string) => `Clean the session of ${id}?`,
  cleanBody: 'The session ends: its subscriptions and queued messages are lost.',
  kicked: (id: string) => `Kicked out ${id}`,
  kickManyTitle: (count: number, shown: string) =>
    `Kick out ${shown} selected ${plural(count, { one: 'client', other: 'clients' })}?`,
  kickManyBody:
    'Their connections are closed and their sessions end: subscriptions and queued messages are lost. They may connect again at once.',
  kickedMany: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'client', other: 'clients' })} kicked out`,
  cleaned: (id: string) => `Cleaned the session of ${id}`,
  ban: 'Ban…',
  banTitle: 'Ban',
  banClientids: (count: number, shown: string) =>
    plural(count, { one: 'Ban 1 client ID?', other: `Ban ${shown} client IDs?` }),
  banUsernames: (count: number, shown: string) =>
    plural(count, { one: 'Ban 1 username?', other: `Ban ${shown} usernames?` }),
  banAddresses: (count: number, shown: string) =>
    plural(count, { one: 'Ban 1 IP address?', other: `Ban ${shown} IP addresses?` }),
  banBy: 'What to ban',
  banClientid: vocabulary.clientId,
  banUsername: vocabulary.username,
  banPeerhost: vocabulary.ipAddress,
  banClientidPattern: 'Client ID, regular expression',
  banUsernamePattern: 'Username, regular expression',
  banNetwork: 'Network',
  banNobody: 'This client has no username',
  banNone: 'None of them has one',
  reason: vocabulary.reason,
  reasonHelp: 'For other operators; the client is not told.',
  until: 'Until',
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  forever: 'No end',
  banClientidImpact:
    'A client with this ID is disconnected now, its session ends, and it is refused until the ban ends.',
  banOtherImpact:
    'Matching clients are refused when they connect, until the ban ends. The ban disconnects nobody: you can disconnect the connected ones next.',
  banAddress: 'Everything behind this address is refused, other devices too.',
  banned: 'Successfully banned this client.',
  bansCreated: (_count: number, shown: string) => `${shown} bans created`,
  matchingTitle: 'Looking for connected clients that match',
  matchingProgress: (looked: string, found: string) => `${looked} clients checked, ${found} match`,
  matchingStop: vocabulary.stop,
  matchingNone: 'No connected client matches the ban',
  matchingUnknown: (count: number, shown: string) =>
    `Can't determine whether ${shown} connected ${plural(count, { one: 'client matches', other: 'clients match' })} the ban`,
  matchingUnknownText:
    'The broker reads the expression in a way that the console cannot repeat for these names. Check them in the list of clients.',
  disconnectTitle: (count: number, shown: string) =>
    `Disconnect ${shown} connected ${plural(count, { one: 'client that matches', other: 'clients that match' })} the ban?`,
  disconnectBody:
    'The ban does not reach open connections. Disconnecting closes them and ends the sessions: subscriptions and queued messages are lost, and the ban refuses the clients when they connect again.',
  disconnect: 'Disconnect',
  isBanned: 'Banned',
  banApplies: (kind: string, who: string) => `A ban applies to this client: ${kind} ${who}.`,
  banEnds: (time: string) => `The ban ends ${time}.`,
  banEndless: 'The ban has no end.',
  banReason: (reason: string) => `Reason: “${reason}”.`,
  banConnected: 'The client stays connected, and is refused when it connects again.',
  allBans: 'Banned clients',
  cancel: vocabulary.cancel,
  api: 'API',
  cacheClearTitle: 'Clear the authorization cache?',
  cacheClearBody: 'The authorization sources check the next publish and subscribe of this client again.',
  cacheClearAction: vocabulary.clear,
  cacheCleared: 'Authorization cache cleared',
}
