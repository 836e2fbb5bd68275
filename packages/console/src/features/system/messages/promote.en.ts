import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.en.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`

export const comparison = {
  title: 'Compare & Promote',
  summary: (there: string, here: string) => `${there} compared with ${here}`,
  thisCluster: 'this cluster',
  sides: 'What to compare',
  with: 'Compare with',
  aFile: 'Backup or configuration file',
  chooseFile: 'Choose file…',
  otherFile: 'Choose another file…',
  file: vocabulary.file,
  fileHint: 'A backup of EMQX or Brokerdeck (.tar.gz), or a configuration as text (.hocon, .conf).',
  reading: 'Reading the file…',
  tooLarge: 'The file is too large to compare.',
  unreadable: 'The file is neither a backup nor HOCON.',
  noConfig: 'The file has no configuration that can be read.',
  noFile: 'No file chosen',
  noFileText:
    'Choose a backup or a configuration to see how it differs from this cluster. The file stays in this browser.',
  partNote: 'A file has only what was changed. Fields that it leaves out are not compared.',
  kinds: 'Kinds',
  signIn: (name: string) => `Not signed in to ${name}`,
  signInText: (name: string) =>
    `Each cluster has a login of its own. Sign in to ${name} in this tab, then come back to this page.`,
  openLogin: (name: string) => `Sign in to ${name}`,
  counts: 'Counts per kind',
  things: 'Things compared',
  kindColumn: 'Kind',
  name: vocabulary.name,
  result: 'Comparison',
  fields: 'Differing fields',
  secrets: 'Secrets',
  search: 'Search names',
  comparing: 'Comparing',
  silent: 'Not in the file',
  failed: (side: string, reason: string) => `${side}: ${reason}`,
  tooMany: (most: number) => `More than ${formatNumber(most)} messages: not compared`,
  nothingDiffers: 'No differences in the chosen kinds',
  differ: (count: number) => counted(count, 'difference', 'differences'),
  secretNote: 'Brokers do not give secrets: whether they are equal is unknown.',
  emptyTitle: 'Nothing to compare',
  emptyText: 'Neither side has anything of the chosen kinds.',
  noMatch: 'Nothing matches',
  noMatchText: 'Change the filters to see more.',
  show: 'Show fields',
  legend: (here: string, there: string) => `− ${here}   + ${there}`,
  secretsTitle: 'Secrets that cannot be compared',
  secretsOf: 'Secrets, not shown',
  noDifferences: 'All fields that can be compared are equal.',
  onlyThere: (there: string) => `Only ${there} has this.`,
  onlyHere: (here: string) => `Only ${here} has this.`,
  asText: 'Settings in HOCON',
  plan: (count: number) => `Plan for ${counted(count, 'thing', 'things')}…`,
  whyNoPlan: 'Choose rules, connectors, actions or sources that are different or only there.',
}

export const promotion = {
  title: (here: string) => `Promote to ${here}`,
  intro: (there: string, here: string) =>
    `The settings of ${there} are written to ${here} with these requests, in this order.`,
  notPlanned: (count: number) =>
    `${counted(count, 'chosen thing is', 'chosen things are')} not in the plan: the same, only here, or of a kind that is compared only.`,
  steps: 'Requests in order',
  create: vocabulary.create,
  change: 'Change',
  neededBy: (name: string) => `Added: ${name} needs it`,
  missing: (name: string, needed: string) => `${name} needs ${needed}, which neither side has.`,
  differing: (name: string, needed: string) =>
    `${name} needs ${needed}, which is different here. It stays as it is: choose it too to promote it.`,
  filesNote: 'Files that settings name, such as certificates, are not copied.',
  kept: (paths: string) => `Stays as stored here: ${paths}`,
  removed: (paths: string) =>
    `The other side has no ${paths}: the secret stored here is removed, and undo cannot bring it back.`,
  secretFor: (path: string, name: string) => `${path} of ${name}`,
  secretsToType: 'Secrets to type',
  secretsHint: 'The other side does not give them. They are sent to the broker and kept nowhere else.',
  curl: 'Save as curl script',
  hocon: 'Save as HOCON',
  stopAtFirst: 'Stop at the first refusal',
  apply: (count: number) => `Send ${counted(count, 'request', 'requests')}`,
  confirmTitle: (name: string) => `Promote to ${name}?`,
  confirmBody: 'Connectors and actions that change start again. Rules take effect at once.',
  confirm: 'Promote',
  whySecrets: 'Type the secrets first.',
  whyNothing: 'Nothing to send.',
  progress: 'Progress',
  running: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} requests answered`,
  stop: vocabulary.stop,
  protocol: 'Log',
  undoOf: 'Undo',
  fieldsDiffer: (paths: string) => `Differs after reading back: ${paths}`,
  changedSince: (paths: string) => `Changed here since it was compared: ${paths}. Compare again.`,
  save: 'Save log',
  undo: 'Undo',
  undoTitle: 'Undo what was made?',
  undoBody: 'What was created is deleted, what was changed becomes what it was, in reverse order.',
  undoSecrets: 'Secrets that were replaced or removed cannot be put back: the ones before are not known.',
  whyNoUndo: 'Nothing was made.',
  close: vocabulary.close,
}

export const kindNames = {
  rules: vocabulary.rules,
  connectors: vocabulary.connectors,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  authenticators: 'Authenticators',
  authorization: 'Authorization',
  listeners: vocabulary.listeners,
  settings: vocabulary.settings,
  retained: vocabulary.retainedMessages,
}

export const outcomeNames = {
  same: 'Same',
  different: 'Different',
  'only-here': 'Only here',
  'only-there': 'Only there',
}

export const entryNames = {
  done: 'Done',
  differs: 'Done, but differs',
  refused: 'Refused',
  unknown: vocabulary.unknown,
  'not-sent': 'Skipped',
}
