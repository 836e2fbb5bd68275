import { vocabulary } from '#i18n/vocabulary.ts'

export const subscription = {
  topic: vocabulary.topicFilter,
  qos: vocabulary.qos,
  share: 'Share group',
  shareMeaning: 'Subscribers of one group get each message once, taking turns.',
  flags: 'Options',
  flagsMeaning:
    'NL: no local, own messages are not sent back. RAP: retain as published. RH: retain handling, 1 only for a new subscription, 2 never.',
  noLocal: 'NL',
  retainAsPublished: 'RAP',
  retainHandling: (value: number) => `RH ${value}`,
  durable: 'Durable',
  noFlags: 'No options set',
  why: 'Why may it subscribe?',
}
