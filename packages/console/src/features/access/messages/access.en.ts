import { formatNumber, plural } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.en.ts'

export const banned = {
  title: 'Banned Clients',
  label: 'Bans',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'ban', other: 'bans' })} in force in the cluster`,
  value: vocabulary.value,
  kind: 'Compares',
  reason: vocabulary.reason,
  by: 'Banned by',
  at: 'Since',
  until: 'Until',
  never: vocabulary.neverExpires,
  matches: 'matches regex',
  create: 'Ban…',
  createTitle: 'Ban clients',
  createAction: 'Ban',
  valueRequired: 'Please enter Banned value',
  badAddress: 'This is no IP address, such as 192.0.2.7 or 2001:db8::1.',
  badNetwork: 'This is no network, such as 198.51.100.0/24 or 2001:db8::/32.',
  badPattern: (fault: string) => `This is no regular expression: ${fault}`,
  untilHelp: 'Without an end the ban holds until somebody lifts it.',
  endsAfter: 'Ends after',
  days: (count: number) => `${formatNumber(count)} days`,
  year: '1 year',
  anywhere: 'It is searched for anywhere in the text: ^plc-1$ is exactly plc-1, plc-1 also plc-10.',
  everybody: 'This covers every client: nobody can connect until the ban ends.',
  unban: 'Unban…',
  unbanAction: 'Unban',
  unbanTitle: 'Confirm to unban this banned client?',
  unbanMany: (count: number, shown: string) =>
    `Lift ${shown} ${plural(count, { one: 'ban', other: 'bans' })}?`,
  unbanBody: 'Whoever it refused may connect again at once, unless another ban matches.',
  unbanned: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'ban', other: 'bans' })} lifted`,
  unaddressable: 'No address can carry this value, so only clearing all bans removes it.',
  unbanMatching: 'Unban all that match…',
  clearAll: 'Clear all…',
  clear: 'Clear all',
  clearWord: 'clear',
  clearTitle: 'Confirm to clear all banned clients?',
  clearBody: (count: number, shown: string) =>
    `${plural(count, {
      one: 'One ban ends',
      other: `${shown} bans end`,
    })} on all nodes, those of flapping detection too. Whoever they refused may connect again at once.`,
  cleared: 'All bans are cleared',
  nothingToClear: 'There is nothing to clear.',
  emptyTitle: 'Nobody is banned',
  emptyText:
    'A ban refuses whoever matches, by client ID, username or address. Flapping detection makes bans by itself.',
  noneMatch: 'No ban matches',
  noneMatchText: 'The filter compares the values of bans, not the clients that they refuse.',
}

export const flappingDetect = {
  title: 'Flapping Detection',
  summary: 'Bans clients that connect and disconnect again and again',
  rule: 'Detection',
  ruleNote: 'A client that disconnects too often within the window is banned by its client ID.',
  maxCount: 'Disconnections',
  maxCountHelp: 'The client is banned after this many disconnections within the window.',
  times: 'times',
  window: 'Within',
  windowHelp: 'What lies further back does not count.',
  ban: 'Banned for',
  banHelp: 'Afterwards the client may connect again.',
  turnsOn: 'From now on clients that flap are disconnected and refused for a while.',
  turnsOff: 'Nobody is banned for flapping from now on. Bans that exist run out in their time.',
  counts: 'Counting starts over with these settings.',
}
