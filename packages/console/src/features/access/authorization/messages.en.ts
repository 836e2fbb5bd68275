import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Authorization',
  parts: 'Parts of authorization',
  sources: 'Sources',
  settings: 'Settings',
  label: 'Authorization sources',
  summary: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'source', other: 'sources' })}, asked from the top down`,
  noneAllow: 'No source is asked: every client may publish and subscribe to everything.',
  noneDeny: 'No source is asked: nobody but superusers may publish or subscribe to anything.',
  create: 'Create source',
  emptyTitle: 'There is no source',
  emptyText: 'What clients may do is decided by the setting for what no source decides, and by nothing else.',
  member: 'Source',
  total: 'Asked',
  totalDefinition:
    'How often this source was asked since the node started. Answers from the cache are not counted.',
  allow: 'Allowed',
  allowDefinition: 'What it allowed.',
  deny: 'Denied',
  denyDefinition: 'What it denied.',
  nomatch: 'No match',
  nomatchDefinition: 'It has no rule for it; the next source is asked.',
  ignore: 'Ignored',
  ignoreDefinition: 'It said nothing, or could not be asked; the next source is asked.',
  rules: 'Rules',
  tabs: 'Parts of the source',
  removeBody: 'Deleting an authorizer may let clients publish and subscribe to what it denied.',
  removeRules: (count: number | undefined, shown: string) =>
    count === undefined
      ? 'The rules in the built-in database are deleted too.'
      : count === 0
        ? 'The built-in database has no rules.'
        : `The ${plural(count, { one: 'only entry', other: `${shown} entries` })} in the built-in database ${plural(count, { one: 'is', other: 'are' })} deleted too. This cannot be undone.`,
  disabling: 'Disabling an authorizer affects publish and subscribe permissions: it is no longer asked.',
  absentTitle: 'There is no such source',
  absentText: 'It may have been deleted.',
  updated: 'The source was updated.',
  impact:
    'What clients ask from now on is decided by it, once the cache has forgotten. Subscriptions that stand are not asked again.',
  cleanCache: 'Clean cache',
  cleanTitle: 'Clean the authorization cache?',
  cleanBody:
    'All nodes forget what they decided. Until they remember again, the sources are asked about everything.',
  cleaned: 'The cache was cleaned.',
  cacheOff: 'The cache is off.',
  decisions: 'Decisions',
  noMatch: 'What no source decides',
  noMatchHelp: 'Of superusers nothing is asked.',
  allowed: 'Is allowed',
  denied: 'Is denied',
  denyAction: 'A denied client',
  denyActionHelp: 'Beside not getting what it asked for.',
  stays: 'Stays connected',
  disconnected: 'Is disconnected',
  cache: 'Cache',
  cacheNote: 'Remember decisions',
  maxSize: 'Decisions per client',
  maxSizeHelp: 'The oldest goes when there are more.',
  ttl: 'Remembered for',
  excludes: 'Never remembered',
  excludesHelp: 'Topics that these filters cover are decided anew each time.',
  filter: 'Topic filter',
  impactSettings: 'Holds for what clients ask from now on. Subscriptions that stand are not asked again.',
  impactAllow: 'Everything is allowed that no source denies.',
  impactDeny: 'Everything is denied that no source allows.',
  impactDisconnect: 'A client that is denied anything once loses its connection.',
}
