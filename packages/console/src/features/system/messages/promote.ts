import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

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
  unreadable: 'The file is no backup: it is damaged, or something else.',
  longNames: 'The names in the file are too long to compare.',
  tooSlow: (seconds: string) => `Stopped: the file took longer than ${seconds} s.`,
  changed: 'The file has changed since it was chosen, or is gone. Choose it again.',
  noText: 'The file is not UTF-8 text.',
  noHocon: 'The file is not HOCON that can be read here.',
  faultAt: (line: number, reason: string) => `Line ${formatNumber(line)}: ${reason}`,
  noConfig: 'The file has no configuration that can be read.',
  noSuchCluster: (name: string) => `No other cluster is named “${name}”`,
  noSuchClusterText: 'The address names a cluster that is not known here. Choose a cluster or a file above.',
  choose: 'Choose…',
  noFile: 'No file chosen',
  noFileText:
    'Choose a backup or a configuration to see how it differs from this cluster. The file stays in this browser.',
  partNote: 'A file has only what was changed. Fields that it leaves out are not compared.',
  neverCompared:
    'Not compared: users and rules of built-in databases, bans, schemas, validations and transformations, topic rewrite, auto-subscribe, delayed publish, topic metrics, slow subscriptions, file transfer, gateways, hook servers, plugins, API keys, users of the console, exports to monitoring systems, telemetry, the license, cluster links and single sign-on.',
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
  nothingDiffers: 'No differences in the chosen kinds',
  notCompared: (count: number) => `${counted(count, 'thing', 'things')} cannot be compared`,
  differ: (count: number) => counted(count, 'difference', 'differences'),
  secretNote: 'Brokers do not give secrets: whether they are equal is unknown.',
  emptyTitle: 'Nothing to compare',
  emptyText: 'Neither side has anything of the chosen kinds.',
  noMatch: 'Nothing matches',
  noMatchText: 'Change the filters to see more.',
  show: 'Show fields',
  legend: (here: string, there: string) => `− ${here}   + ${there}`,
  withheld: (fields: string) =>
    `Cannot be compared: ${fields}. The broker gives no payload of more than 1 MiB, and the server none where payloads are hidden.`,
  secretsTitle: 'Secrets that cannot be compared',
  secretsOf: 'Secrets, not shown',
  noDifferences: 'All fields that can be compared are equal.',
  notListed: (count: number) => `Not listed: ${formatNumber(count)} more`,
  onlyThere: (there: string) => `Only ${there} has this.`,
  onlyHere: (here: string) => `Only ${here} has this.`,
  asText: 'Settings in HOCON',
  plan: (count: number) => `Plan for ${counted(count, 'thing', 'things')}…`,
  whyNoPlan: 'Choose something that is different or only there.',
  promotions: 'Promotions from this page',
}

export const promotion = {
  title: (here: string) => `Promote to ${here}`,
  intro: (there: string, here: string) =>
    `The settings of ${there} are written to ${here} with these requests, in this order.`,
  notPlanned: (count: number) =>
    `${counted(count, 'chosen thing is', 'chosen things are')} not in the plan: the same, or only here.`,
  tooManySteps: (count: number, most: number) =>
    `This plan has ${formatNumber(count)} requests. At most ${formatNumber(most)} are sent at once: choose fewer things, or save the plan as a script.`,
  tooManySecrets: (count: number, most: number) =>
    `This plan needs ${formatNumber(count)} secrets. At most ${formatNumber(most)} can be typed at once: choose fewer things, or save the plan as a script.`,
  steps: 'Requests in order',
  create: vocabulary.create,
  change: 'Change',
  enable: vocabulary.enable,
  neededBy: (name: string) => `Added: ${name} needs it`,
  missing: (name: string, needed: string) => `${name} needs ${needed}, which neither side has.`,
  differing: (name: string, needed: string) =>
    `${name} needs ${needed}, which is different here. It stays as it is: choose it too to promote it.`,
  moreNotes: (count: number) =>
    count === 1 ? '1 more needs something like it.' : `${formatNumber(count)} more need something like it.`,
  leftOut: (names: string, reason: string) => `Not in the plan: ${names}. ${reason}`,
  filesNamed: (paths: string) =>
    `Files are not copied. They must exist on the nodes of this cluster, or the broker refuses: ${paths}.`,
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
  confirmSettings: 'The settings take effect at once, on every node.',
  moreCutting: (count: number) =>
    count === 1 ? '1 more cuts connections.' : `${formatNumber(count)} more cut connections.`,
  confirmBody: 'Connectors and actions that change start again. Rules take effect at once.',
  confirm: 'Promote',
  whySecrets: 'Type the secrets first.',
  whyNothing: 'Nothing to send.',
  progress: 'Progress',
  running: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} requests answered`,
  stop: vocabulary.stop,
  protocol: 'Log',
  undoOf: vocabulary.undo,
  past: (there: string, requests: number, undoable: number) =>
    `From ${there}: ${counted(requests, 'request', 'requests')}, ${formatNumber(undoable)} can be undone.`,
  openLog: 'Log and undo…',
  save: 'Save log',
  undo: vocabulary.undo,
  undoTitle: 'Undo what was made?',
  undoBody: 'What was created is deleted, what was changed becomes what it was, in reverse order.',
  undoListeners:
    'Clients of the listeners that were created lose their connection, and so do those of listeners that move back.',
  undoRetained:
    'Clients that received a retained message keep it. One that was replaced comes back without its publisher, time, expiry and properties.',
  undoLeaves:
    'Each is read again before that: what somebody changed meanwhile stays, and the log names it. A changed secret alone shows of actions and sources only.',
  undoSecrets: 'Secrets that were replaced or removed cannot be put back: the ones before are not known.',
  whyNoUndo: 'Nothing to undo.',
  close: vocabulary.close,
}
