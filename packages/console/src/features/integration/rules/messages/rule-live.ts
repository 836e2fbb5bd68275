import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const dryRun = {
  title: 'Dry run',
  disabled: 'This rule is disabled. Nothing runs it until it is enabled.',
  caption: 'Runs the saved rule on one message and renders the templates of its actions',
  source: 'Runs as if it came from',
  reset: 'Reset to the example',
  run: 'Dry run',
  countsAsFailed:
    'The broker counts each action of a dry run as failed, under unknown reasons. The statistics of the rule say how many of them are of dry runs of this visit.',
  runHelp: 'Renders the templates. Nothing is sent.',
  runReal: 'Run with actions…',
  realTitle: (id: string) => `Run rule ${id} with its actions?`,
  realBody: (count: number, shown: string) =>
    plural(count, {
      one: "The action of this rule is executed once with this message: messages are published, or another system receives data. This can't be undone.",
      other: `${shown} actions of this rule are executed once with this message: messages are published, and other systems receive data. This can't be undone.`,
    }),
  noActions: 'This rule has no actions',
  realAction: 'Run with actions',
  rendered: (actions: string) => `The statement passed. ${actions} rendered, nothing sent.`,
  executed: (actions: string) => `The statement passed. ${actions} executed.`,
  actions: (count: number, shown: string) => `${shown} ${plural(count, { one: 'action', other: 'actions' })}`,
  noResult: 'No result: the statement does not match this message',
  ranNothing: 'Nothing ran: the rule is disabled',
  failed: 'The rule failed on this message',
  seeRun: 'The run is shown under Runs in a few seconds.',
  notShown: "What the templates became can't be shown: it is read from a log trace, and none is running.",
}

/** The texts of the question before the rule is saved as a copy while real data is watched. */
export const runningTest = {
  title: 'Stop the test?',
  body: 'Real data of this rule is being watched. It stops when the copy is saved.',
  action: 'Save as copy…',
}

export const runs = {
  title: 'Runs',
  caption: 'Real messages and dry runs, the newest first, read from a log trace',
  watch: 'Watch real data',
  watchAgain: 'Watch again',
  watchHelp:
    'Starts a log trace of this rule on every node, payloads included. It is stopped and deleted when you leave this rule, after 30 minutes at the latest.',
  watching: (nodes: string) => `Watching ${nodes}; ends when you leave this rule`,
  nodes: (count: number, shown: string) => `${shown} ${plural(count, { one: 'node', other: 'nodes' })}`,
  following: (name: string) => `Following the trace ${name}; it stays when you leave`,
  over: vocabulary.stopped,
  stop: vocabulary.stop,
  gone: 'The trace was deleted. Runs up to then are shown.',
  failed: 'The trace could not be started',
  limit: 'A broker holds up to 30 log traces. Delete one that is no longer needed, then try again.',
  toTraces: 'Log traces',
  taken: (name: string) => `The trace ${name} follows this rule already`,
  takenText:
    'The broker runs only one trace per rule. You can follow the one that is running without changing it.',
  follow: 'Follow it',
  openTrace: 'Open the trace',
  readFailed: 'The log could not be read',
  letGo: (count: string) =>
    `${count} older lines are no longer kept: the page keeps up to 20,000 lines or 8 MB.`,
  skipped: (size: string) => `The first ${size} of the log were skipped.`,
  idle: 'Nothing is being watched',
  idleText: 'Watch real data to see each message that runs this rule, or make a dry run above.',
  waiting: 'No message has run this rule yet',
  waitingText: 'Runs appear here within two seconds, from every node.',
  nothingSeen: 'No message ran this rule',
  filter: 'Outcome',
  all: (count: string) => `All outcomes (${count})`,
  one: (outcome: string, count: string) => `${outcome} (${count})`,
  noneSuch: 'No run with this outcome',
  more: (count: number) =>
    `Show ${formatNumber(count)} older ${plural(count, { one: 'run', other: 'runs' })}`,
  list: 'Runs of the rule',
  input: 'Input',
  statement: vocabulary.sql,
  output: 'Output',
  took: (span: string) => `after ${span}`,
  request: 'Rendered',
  response: 'Response',
  reason: vocabulary.reason,
  noActions: 'This rule has no actions',
  notShown: "Can't be shown: this part of the line can't be read",
  chain:
    'The message came from a rule that republishes, so the broker stopped here instead of going round again.',
}

/** The outcomes of a run, and of an action. */
export const ruleOutcomes = {
  passed: vocabulary.passed,
  noResult: vocabulary.noResult,
  failed: vocabulary.failed,
  requestExpired: 'Request expired',
  actionFailed: 'Action failed',
  outOfService: 'Out of service',
  recursive: 'Recursive republish detected',
  running: vocabulary.running,
  success: vocabulary.success,
  rendered: 'Rendered, not executed',
  discarded: 'Discarded',
}

/** The labels of failed parts of a statement, by the broker's name of the failure. */
export const ruleFaults = {
  SELECT_clause_exception: 'SELECT failed',
  WHERE_clause_exception: 'WHERE failed',
  FOREACH_clause_exception: 'FOREACH failed',
  INCASE_clause_exception: 'INCASE failed',
  DO_clause_exception: 'DO failed',
  other: 'The statement failed',
}
