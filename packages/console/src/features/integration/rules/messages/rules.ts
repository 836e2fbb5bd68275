import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const rules = {
  title: vocabulary.rules,
  label: vocabulary.rules,
  member: vocabulary.id,
  summary: (count: number, shown: string) => `${shown} ${plural(count, { one: 'rule', other: 'rules' })}`,
  emptyTitle: 'No rules yet',
  emptyText: 'A rule selects messages or events with SQL, changes them, and hands the result to its actions.',
  noneMatch: 'No rule matches the filters',
  create: vocabulary.create,
  from: 'Source',
  note: vocabulary.note,
  actions: vocabulary.actions,
  matching: 'Topic covers',
  matches: 'covers',
  enabled: vocabulary.enabled,
  disabled: vocabulary.disabled,
  action: vocabulary.action,
  dataSource: 'Data source',
  createdAt: vocabulary.created,
  changed: 'Changed',
  counted: (count: number, shown: string) => `${shown} ${plural(count, { one: 'rule', other: 'rules' })}`,
  enabling: 'Matching messages and events are processed from now on.',
  disabling: 'It matches nothing while it is disabled, and none of its actions run.',
  settings: vocabulary.settings,
  tabs: 'Parts of the rule',
  absentTitle: 'Rule not found',
  absentText: 'There is no rule with this ID. It may have been deleted.',
  ofWebhook: 'This rule belongs to a webhook. Edit it there: changes made here would break the webhook.',
  removeTitle: 'Confirm delete rule?',
  removeBody: 'Its messages and events are no longer processed.',

  statistics: 'Statistics',
  test: 'Test',
  statement: vocabulary.sql,
  rateDefinition: 'Messages and events this rule matched per second.',
  sqlProblem: vocabulary.sql,
  moreReasons: (count: number) =>
    plural(count, { one: 'and 1 more', other: `and ${formatNumber(count)} more` }),
  loop: 'Loop',
  loopText: (way: string) => `Messages this rule republishes may come back to it: ${way}`,
  missingAction: 'Missing action',
  missingText: (names: string) =>
    `The rule names actions that are not there: ${names}. Results for them are discarded.`,
  disabledAction: 'Disabled action',
  disabledText: (names: string) => `These actions are disabled: ${names}. Results for them are discarded.`,
  failing: 'Failing',
  failingStatement: 'The SQL stopped with an error since this list was opened.',
  failingActions: 'An action failed since this list was opened.',
  discarding: 'Discards results',
  discardingText: 'An action of this rule is missing or disabled, so results are discarded.',
  // The counters, as the API names them.
  matched: 'Matched',
  passed: vocabulary.passed,
  failed: vocabulary.failed,
  'failed.exception': 'Exceptions',
  'failed.no_result': vocabulary.noResult,
  'actions.total': 'Total',
  'actions.success': vocabulary.success,
  'actions.failed': vocabulary.failed,
  'actions.failed.out_of_service': 'Out of service',
  'actions.failed.unknown': vocabulary.unknown,
  'actions.discarded': 'Discarded',
  'matched.definition':
    'Messages and events that reached this rule through a topic or event in its FROM clause.',
  'passed.definition': 'Times the SQL returned a result, so the actions ran.',
  'failed.definition': 'Times the SQL returned nothing: the sum of no result and exceptions.',
  'failed.exception.definition':
    'Times the SQL stopped with an error, such as a function called with the wrong type.',
  'failed.no_result.definition':
    'Times the WHERE or INCASE condition was false, or FOREACH found nothing to iterate over.',
  'actions.total.definition': 'Times an action of this rule was run.',
  'actions.success.definition': 'Times an action finished without an error.',
  'actions.failed.definition': 'Times an action failed: the sum of out of service and unknown.',
  'actions.failed.out_of_service.definition':
    'Times an action failed because its connection was down or disabled.',
  ofDryRuns: (count: number) =>
    plural(count, {
      one: 'Up to one of the failed actions (unknown) is of a dry run of this visit: it was stopped after its template, as it should be.',
      other: `Up to ${formatNumber(count)} of the failed actions (unknown) are of dry runs of this visit: they were stopped after their templates, as they should be.`,
    }),
  'actions.failed.unknown.definition':
    'Times an action failed for any other reason. The broker log or a trace shows it.',
  'actions.discarded.definition': 'Times an action was skipped because it is missing or disabled.',
}

/** The settings that apply to all rules. */
export const ruleEngine = {
  title: 'Rule engine settings',
  summary: 'What holds for all rules of the cluster.',
  section: vocabulary.rules,
  ignoreSystem: 'Ignore system messages',
  ignoreSystemHelp:
    'Messages the broker publishes under $SYS/ start no rule, neither when published nor when delivered or dropped.',
  jqTimeout: 'jq timeout',
  jqTimeoutHelp: 'A jq() call in a rule stops with an error after this time, unless it names its own.',
  systemImpact: 'Rules on $SYS/ topics now run for each message the broker publishes there, on every node.',
  noSystemImpact: 'Rules on $SYS/ topics no longer run.',
  shorterImpact: 'Rules whose jq() calls take longer fail, and their actions do not run.',
}

/** The titles of events for which the broker lacks a title in a language. */
export const eventTitles = {
  '$events/sys/alarm_activated': 'Alarm activated',
  '$events/sys/alarm_deactivated': 'Alarm deactivated',
}
