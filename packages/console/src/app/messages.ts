import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const app = {
  skipToContent: 'Skip to content',
  mainMenu: 'Main menu',
  clients: vocabulary.clients,
  topics: vocabulary.topics,
  otherPages: (area: string) => `${area}: its pages`,
  clusters: 'Clusters',
  allClusters: 'All clusters',
  openCluster: (name: string) => `Cluster ${name}`,
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  expandMenu: 'Pin the menu open',
  pin: 'Pin',
  findPage: 'Find a page',
  noPageFound: 'No page with these words.',
  stepPages: 'Previous or next page of the area',
  collapseMenu: 'Collapse menu',
  tools: 'Tools',
  enterpriseOnly: 'Enterprise, not in this broker',
  enterprise: 'Enterprise',
  community: 'Community',
  embedded: 'Embedded broker',
  embeddedHint: 'A broker inside Brokerdeck, for trying and testing. Its clients are real.',
  mixedVersions: (versions: string) => `Nodes in the cluster run different versions: ${versions}`,
  live: 'Live',
  lastAnswer: (time: string) => `Last answer of the broker ${time}`,
  lastAnswerFrom: (time: string, address: string) => `Last answer of the broker ${time}, from ${address}`,
  paused: 'No answer',
  closed: 'Restricted',
  readOnly: 'Read-only',
  readOnlyWhy:
    'Brokerdeck is set to read-only for this cluster: it refuses every change. Whoever starts it can change that.',
  find: 'Find pages, clients, topics, actions',
  quickFind: 'Quick find',
  openClient: (clientId: string) => `Open client ${clientId}`,
  openClientHint: 'By its exact client ID',
  findClients: (text: string) => `Clients with ${text} in their ID`,
  findClientsHint: 'The broker looks at every session',
  findSubscribers: (topic: string) => `Who subscribes to ${topic}`,
  findSubscribersHint: 'Subscriptions with a filter that covers the topic',
  findFilterHint: 'Subscriptions with exactly this filter',
  findAddress: (address: string) => `Clients from ${address}`,
  findAddressHint: 'Sessions with this IP address',
  findRetained: (topic: string) => `Retained messages of ${topic}`,
  findRetainedHint: 'A topic, or a filter with + and #',
  nothingFound: 'Nothing found. Type a page, an action, a client ID or a topic.',
  integration: 'Integration',
  rule: vocabulary.rule,
  connector: vocabulary.connector,
  action: vocabulary.action,
  source: 'Source',
  webhook: 'Webhook',
  pages: 'Pages',
  actions: vocabulary.actions,
  alarms: (count: number) => (count === 1 ? '1 active alarm' : `${formatNumber(count)} active alarms`),
  noAlarms: 'No active alarms',
  alarmsTitle: vocabulary.activeAlarms,
  allAlarms: 'All alarms',
  alarmsUnknown: 'Alarms could not be read',
  moreAlarms: (count: number) => `and ${formatNumber(count)} more`,
  userMenu: (name: string) => `User ${name}`,
  help: 'Help',
  changePassword: 'Change password',
  passwordElsewhere: 'You logged in through single sign-on: change the password there.',
  logOut: 'Log out',
  confirmLogout: 'Confirm to logout',
  logoutBody: 'Requests that are still waiting for an answer are aborted.',
  waiting: 'Waiting for the broker …',
  abortRequests: 'Abort',
  retryIn: (seconds: number) => `Next try in ${seconds} s`,
  retrying: 'Trying again …',
  retryNow: 'Try now',
  connectionLost: 'No connection to the broker',
  details: vocabulary.details,
  reload: 'Reload the page',
  backToOverview: 'Go to the overview',
}

export const errorPages = {
  notFoundTitle: 'Page not found',
  notFound: 'This page could not be found',
  toOverview: 'Go to the overview',
  chunkFailed: 'Loading chunk failed',
  cssFailed: 'Loading CSS chunk failed',
  chunkHint:
    'A part of the application could not be loaded. The network may be down, or Brokerdeck was updated while this page was open.',
  reload: 'Reload the page',
  errorOccurred: 'Error occurred',
  errorHint: 'This page could not be shown. The rest of the application still works.',
  retry: vocabulary.tryAgain,
  details: vocabulary.details,
}

export const preferences = {
  overlays: 'Dialogs and messages',
  settings: vocabulary.settings,
  language: 'Language',
  switchLanguage: '切换为中文',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'Sync OS theme',
  themeIsSynced:
    'The theme follows the operating system. Switch off “Sync OS theme” in the settings to choose it.',
  switchToDark: 'Switch to the dark theme',
  switchToLight: 'Switch to the light theme',
  environmentIsGiven: 'Said where Brokerdeck was started (role).',
  environmentHint:
    'Marks the top bar and the title of every tab, so that clusters are not mixed up. Only this browser knows it.',
}

/** The texts that are loaded with the dialog, not with the shell. */
export const helpDialog = {
  shortcuts: 'Keyboard shortcuts',
  pageNeeds: 'What this page needs of the broker',
  pageNeedsHint:
    'The page, the menu and the top bar read these endpoints. A proxy in between must allow them.',
  documentation: 'Documentation',
  documentationOf: (name: string) => `Documentation of ${name}`,
  applyForm: 'Apply the settings form',
  closeDialog: 'Close the dialog or the menu',
}

/** The texts of the settings drawer, which few users open. */
export const settingsDrawer = {
  syncOsTheme: 'Sync OS theme',
  timeZone: 'Time zone',
  browserZone: (zone: string) => `Browser (${zone})`,
  utc: 'UTC',
  environment: 'Environment of this cluster',
  noEnvironment: 'Not named',
  reloads: 'A change here loads the page again.',
}

export const idleSignOut = {
  title: 'Still there?',
  body: (seconds: string) =>
    `Nobody has used the console in this browser for a while. It logs out in ${seconds} s, in every tab. What is not saved waits behind the login.`,
  stay: 'Stay logged in',
  logOut: 'Log out now',
}

export const tour = {
  title: 'Tour',
  take: 'Take the tour',
  takeText: 'Five pages of this sample cluster, a minute in all.',
  stepOf: (step: string, all: string) => `${step} of ${all}`,
  back: 'Back',
  next: 'Next',
  end: 'End the tour',
  overview: 'The overview counts what this broker does now. It is a real one, with sample devices on it.',
  clients:
    'Each row is a session. Open one to see its queue, what it subscribes to, and what it sends and receives.',
  explorer:
    'Messages of a topic filter as a tree, at a pace that you choose: it reads for a while and stops by itself.',
  flows:
    'From topics over rules to what lies outside. One of the sample flows works, and one fails: the map says why.',
  why: 'Enter a client, an action and a topic: the page walks through every source and says which rule decides.',
}
