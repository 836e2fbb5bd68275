import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Topic Explorer',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'topic', other: 'topics' })}, as far as its sources tell`,
  failed: 'The topic explorer has stopped working',
  failedText: 'Its worker gave up. Open the page again; what was captured is lost.',
  sources: 'Sources of the tree',
  routes: 'Routes',
  routesMeaning:
    'Topic filters that somebody subscribes to. A topic exists only while somebody subscribes or while a message of it is retained: what is published and goes to nobody leaves no trace.',
  retained: 'Retained messages',
  retainedMeaning:
    'The last message of each topic that was published with the retain flag. Payloads are asked for one by one.',
  off: 'not shown',
  loading: 'loading…',
  loaded: (shown: string) => `${shown} loaded`,
  loadedOf: (shown: string, total: string) => `${shown} of ${total} loaded`,
  moreNotLoaded: 'more are not loaded',
  loadMore: (count: string) => `Load ${count} more`,
  reload: (source: string) => `Load ${source} again`,
  tryAgain: 'Try again',
  showSource: (source: string) => `Show ${source}`,
  publish: 'Publish…',
  topicsList: 'Topics',
  retainedList: 'Retained messages',
}
