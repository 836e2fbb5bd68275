import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Retained Messages',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'message', other: 'messages' })} in the cluster`,
  label: 'Retained messages',
  filter: 'Topic or filter',
  byBroker: 'made by the broker',
  byBrokerMeaning: 'The broker publishes its state under $SYS and makes the message again when it changes.',
  settings: 'Retainer settings',
  explore: 'Show in the topic explorer',
  explorer: 'Topic Explorer',
  enable: 'Enable',
  enableHint: 'Retained messages are turned off. This leads to the settings of the retainer.',
  offTitle: 'Retained messages are turned off',
  offText:
    'The broker keeps no message for future subscribers. What it kept before is shown again once the retainer is on.',
  emptyTitle: 'No retained messages',
  emptyText:
    'One appears when a client publishes with the retain flag. The broker keeps the last one of each topic.',
  noneMatch: 'No retained message matches',
  noneMatchText:
    'A topic is compared as a whole. For all below it, use wildcards: factory/# or factory/+/state.',
  notAFilter: 'This is no topic filter',
  delete: 'Delete…',
  deleteMatching: 'Delete all that match…',
  clearAll: 'Clear all…',
  clear: 'Clear all',
  clearWord: 'clear',
  clearTitle: 'Confirm to clear all retained messages?',
  clearBody: (count: number, shown: string) =>
    `${plural(count, {
      one: 'One message is deleted on all nodes',
      other: `${shown} messages are deleted on all nodes`,
    })}, those that the broker makes under $SYS too. Future subscribers get nothing until somebody publishes again.`,
  clearBodyUnknown:
    'All messages are deleted on all nodes, those that the broker makes under $SYS too; how many could not be counted. Future subscribers get nothing until somebody publishes again.',
  cleared: 'All retained messages are cleared',
  nothingToClear: 'There is nothing to clear.',
}
