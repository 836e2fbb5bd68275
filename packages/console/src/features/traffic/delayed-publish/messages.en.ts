import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Delayed Publish',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'message waits', other: 'messages wait' })} in the cluster`,
  label: 'Delayed messages',
  settings: 'Delay settings',
  settingsTitle: 'Delayed Publish Settings',
  settingsSummary:
    'Messages to $delayed/<seconds>/<topic> wait on the node that took them, and go to the topic then.',
  delay: 'Delay',
  delayMeaning: 'How long the publisher wanted the message to wait.',
  goesOut: 'Goes out',
  node: 'Node',
  tooLarge: 'The broker gives no payload of more than 2048 bytes of a delayed message.',
  offTitle: 'Delayed publish is turned off',
  offText: 'A message to $delayed/… is now an ordinary one with exactly that topic.',
  emptyTitle: 'No delayed messages',
  emptyText:
    'A message published to $delayed/60/door waits here for 60 seconds and then goes to whoever subscribes to door.',
  delete: 'Delete…',
  deleteBody: 'What is deleted never goes out, and its publisher is not told.',
  section: 'Delayed messages',
  max: 'Most messages that wait',
  maxHelp: 'Of each node. What comes on top is lost, and the publisher gets no error.',
  unlimited: 'Unlimited',
  messages: 'messages',
  offImpact: (count: number, shown: string) =>
    `${plural(count, {
      one: 'The message that waits is lost.',
      other: `The ${shown} messages that wait are lost.`,
    })} Clients that publish to $delayed/… get no error: their messages go out at once, with the prefix in the topic.`,
  lowImpact: 'New messages over the limit are lost without an error; what waits already stays.',
}
