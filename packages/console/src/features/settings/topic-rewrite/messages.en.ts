import { formatNumber } from '#i18n/format-number.ts'

export const en = {
  title: 'Topic Rewrite',
  summary: (count: number, max: number) =>
    `${formatNumber(count)} of at most ${max} rules. The first rule whose source covers a topic decides.`,
  label: 'Rewrite rules',
  order: 'No.',
  action: 'Applies to',
  publish: 'Publishing',
  subscribe: 'Subscribing',
  all: 'Both',
  source: 'Source topic',
  sourceHelp: 'A filter. The first rule that covers the topic is used, later ones are not looked at.',
  expression: 'Regular expression',
  expressionHelp: 'Has to match the whole or a part of the topic, else the topic stays as it is.',
  badExpression: (at: number) =>
    `The regular expression is incomplete at character ${at}: an unmatched bracket, a quantifier without an expression, or a trailing backslash.`,
  destination: 'Destination topic',
  destinationHelp: '$1 is the first group of the expression; ${clientid} and ${username} are the client.',
  destinationWildcard: 'Only a rule for subscribing may have + or # in its destination.',
  add: 'Add rule',
  addTitle: 'Add rewrite rule',
  editTitle: 'Edit rewrite rule',
  added: 'The rule is added',
  saved: 'The rule is saved',
  removed: 'The rule is deleted',
  removeBody: (name: string) => `Topics under ${name} are no longer rewritten by this rule.`,
  impact:
    'Counts for messages and subscriptions from now on. Subscriptions that exist keep their topic, and a client that unsubscribes by the old name no longer finds them.',
  emptyTitle: 'No rules',
  emptyText: 'A rule gives messages or subscriptions another topic than the client has named.',
}
