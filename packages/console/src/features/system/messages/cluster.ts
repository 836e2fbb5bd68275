import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const cluster = {
  title: vocabulary.cluster,
  summary: (name: string, nodes: number) =>
    `${name}, ${plural(nodes, { one: '1 node', other: `${formatNumber(nodes)} nodes` })} running`,

  members: vocabulary.nodes,
  answers: 'answers',

  topology: 'Topology',
  topologyCaption: 'core nodes keep the data, replicants follow one of them',
  noReplicants: 'No replicants',
  replicantsOf: (core: string) => `Replicants of ${core}`,
  streams: (count: string) => `${count} streams`,
  topologyFailed: 'The topology could not be loaded',

  telemetry: 'Telemetry',
  telemetryCaption: 'what this cluster reports to EMQ, the maker of EMQX',
  telemetryOn: 'On',
  telemetryOff: vocabulary.off,
  telemetryText:
    'The broker reports its version, its size and the features in use: no client ID, topic or message. Telemetry exists in the Community edition only.',
  telemetryEmbedded: 'The embedded broker keeps this setting and reports nothing.',
  telemetrySwitchOn: 'Switch on…',
  telemetrySwitchOff: 'Switch off',
  telemetryTitle: 'Switch telemetry on?',
  telemetryBody: 'The broker begins to report to EMQ. The report is shown here as soon as telemetry is on.',
  telemetryAction: 'Switch on',
  telemetryIsOn: 'Telemetry is on',
  telemetryIsOff: 'Telemetry is off',
  telemetryReport: 'Report',
  telemetryFailed: 'The state of telemetry could not be loaded',

  invite: 'Invite node',
  inviteAction: 'Invite',
  nodeName: 'Node name',
  nodeNameRequired: 'Node name is required',
  nodeNameHelp:
    'As the node calls itself: name@host. It must run the same version, share the cookie of this cluster, and be reachable from the node that answers.',
  nodeNameWrong: 'Please enter a node name such as emqx@10.0.0.5',
  inviteImpact:
    'The node gives up what it has by itself (its clients, sessions and settings) and takes over those of this cluster.',
  invited: (node: string) => `${node} has been invited`,
  invitations: 'Invitations',
  invitationsCaption: 'the last one of each node, since the node that answers has started',
  inProgress: 'In progress',
  joined: 'Joined',
  failed: vocabulary.failed,
  begun: (ago: string) => `begun ${ago}`,
  nodedown: 'The node does not answer: it is stopped, has another name or cookie, or cannot be reached.',

  openNode: 'Open node',
  leave: 'Remove from the cluster',
  leaveSelf: 'This node answers the console. Connect the console to another node to remove it.',
  leaveTitle: (node: string) => `Remove ${node} from the cluster?`,
  leaveRunning: (connections: string, sessions: string) =>
    `This disconnects ${connections} and ends ${sessions} with all messages that wait there.`,
  connections: (count: number, shown: string) =>
    plural(count, { one: '1 client', other: `${shown} clients` }),
  sessions: (count: number, shown: string) => plural(count, { one: '1 session', other: `${shown} sessions` }),
  leaveStopped:
    'It is stopped, so nobody is connected to it. It does not come back when it is started again.',
  leaveAfter:
    'Clients come back through the nodes that stay, if they know them. The node can be invited again later.',
  leaveAction: 'Remove',
  left: (node: string) => `${node} has left the cluster`,
}

export const configuration = {
  title: vocabulary.configuration,
  summary: (roots: number) => `${formatNumber(roots)} parts, as the cluster has them now`,
  tabs: vocabulary.configuration,
  running: 'Running',
  import: vocabulary.import,

  text: 'Configuration in HOCON',
  part: 'Part',
  allParts: 'All parts',
  download: vocabulary.download,
  fileName: 'configuration',
  withSecrets: 'with-secrets',
  masked: (count: number) =>
    count === 1 ? '1 secret is masked' : `${formatNumber(count)} secrets are masked`,
  showSecrets: 'Show secrets',
  hideSecrets: 'Hide secrets',
  showSecretsTitle: 'Show passwords, keys and tokens?',
  showSecretsBody: (count: number) =>
    `${count === 1 ? 'One secret' : `${formatNumber(count)} secrets`} of this cluster will be shown on the screen in clear text. With the node cookie alone a stranger can run code on every node.`,
  show: vocabulary.show,
  downloadTitle: 'Download with secrets?',
  downloadBody: (count: number) =>
    `The file will hold ${count === 1 ? 'one secret' : `${formatNumber(count)} secrets`} in clear: whoever reads it has the passwords of this cluster. Hide them first for a file that you can pass on.`,
  downloadClear: 'Download in clear',
  unreadable: "The broker's configuration cannot be read",
  unreadableAt: (line: number, reason: string) => `Line ${line}: ${reason}`,

  importNote:
    'What the text says is written over the running configuration, and what it leaves out stays. Nothing is sent before you have seen what changes.',
  importText: 'HOCON to import',
  importHint: 'alarm { size_limit = 500 }',
  chooseFile: 'Choose file …',
  clear: vocabulary.clearList,
  tooLarge: (size: string) => `The file has ${size}; a configuration is never that large.`,
  changes: 'What would change',
  changeCount: (count: number) => (count === 1 ? '1 change' : `${formatNumber(count)} changes`),
  nothingYet: 'Paste a text or choose a file: the changes will be shown here.',
  nothingChanges: 'The cluster is configured like this already.',
  syntaxError: (line: number) => `Line ${line} cannot be read`,
  goToLine: (line: number) => `Go to line ${line}`,
  leftOut: (roots: string) =>
    `Left out: ${roots}. This is set where a node is started, in emqx.conf or its environment.`,
  unknownRoots: (roots: string) => `Unknown to this broker: ${roots}. It will refuse the text.`,
  keptSecrets: (count: number) =>
    count === 1
      ? 'One masked secret stays as it is.'
      : `${formatNumber(count)} masked secrets stay as they are.`,
  lostSecrets: (paths: string) =>
    `Masked, and unknown to this cluster: ${paths}. Write the secret itself, or leave the setting out.`,
  apply: vocabulary.apply,
  applyCount: (count: number) => (count === 1 ? 'Apply 1 change' : `Apply ${formatNumber(count)} changes`),
  applyTitle: (count: number) =>
    count === 1
      ? 'Change one setting of the cluster?'
      : `Change ${formatNumber(count)} settings of the cluster?`,
  applyBody:
    'The broker checks the whole text, then applies its parts one by one in alphabetical order. If a part fails then, such as a listener whose port is taken, the other parts are in effect. Listeners that move disconnect their clients. Settings in emqx.conf win again when a node restarts.',
  applied: 'The configuration has been changed',
  refused: 'The broker refuses this text; nothing has changed',
  refusedInPart: 'The broker refused a part of this text; the other parts are in effect',
  refusedUnknown:
    "The import failed. Can't determine what took effect: the configuration could not be read back.",
  inEffect: (count: number) =>
    count === 1 ? 'In effect now: 1 change' : `In effect now: ${formatNumber(count)} changes`,
  whyEmpty: 'There is nothing to apply.',
  whyUnreadable: 'The text cannot be read.',
  whyLostSecrets: 'Masked secrets would be written as asterisks.',
}

export const backup = {
  title: 'Backup',
  summary: (count: number, shown: string) => plural(count, { one: '1 backup', other: `${shown} backups` }),
  label: 'Backups',
  fileName: 'File name',
  node: vocabulary.node,
  size: vocabulary.size,
  createdAt: vocabulary.created,
  emptyTitle: 'No backups yet',
  emptyText:
    'A backup holds the configuration of the cluster and its tables: users, API keys, bans, retained messages. Certificates and keys of the broker are in it too, so keep it as safe as the broker itself.',

  create: 'Create backup',
  createAction: vocabulary.create,
  created: 'Successfully created current backup',
  scope: 'Contents',
  scopeAll: 'Everything',
  scopeSelected: 'Selected parts',
  scopeHelp: 'Passwords, secrets and private keys in it are readable: keep the file safe.',
  tables: 'Tables',
  roots: vocabulary.configuration,
  rootsHelp: 'Root keys of the configuration',
  nothingChosen: 'Choose at least one table or root key',
  'table.api_keys': vocabulary.apiKeys,
  'table.banned': 'Banned clients',
  'table.builtin_authn': 'Users of the built-in authentication',
  'table.builtin_authz': 'Rules of the built-in authorization',
  'table.builtin_retainer': vocabulary.retainedMessages,
  'table.dashboard_users': 'Users of this console',
  'table.psk': 'Pre-shared keys',

  download: vocabulary.download,
  remove: vocabulary.delete,
  removeTitle: vocabulary.confirmDelete,
  removeBody: (file: string, node: string) =>
    `The backup ${file} is deleted on ${node}. What has been restored from it stays.`,
  removed: 'Backup deleted',

  upload: vocabulary.upload,
  backupFile: 'Backup file',
  uploadTitle: (file: string) => `Upload ${file}?`,
  uploadAction: vocabulary.upload,
  uploadWhere: (node: string) =>
    `It is kept on ${node}, the node that answers. Nothing is restored until you ask for it.`,
  renamed: (name: string) =>
    `The broker takes this archive only under its own name, so it is uploaded as ${name}.`,
  uploading: (percent: string) => `${percent} sent`,
  checking: 'Sent, the broker is checking it',
  progress: 'Progress of the upload',
  abortUpload: 'Abort upload',
  uploaded: 'Backup uploaded',
  uploadFailed: vocabulary.uploadFailed,

  cancel: vocabulary.cancel,
  close: vocabulary.close,
  restore: 'Restore',
  restoreTitle: 'Confirm to restore with current backup?',
  restoreWhat:
    'These parts of the configuration are replaced, and records of these tables that have the same name. Other records stay, and so do listeners that are not in the backup. Listeners that change disconnect their clients.',
  restoring: 'The broker is restoring. This may take minutes, and goes on even if you close this.',
  restored: 'Restored completely',
  restoredPartly: 'Restored, but not all of it',
  applied: 'Restored',
  failed: 'Not restored',
  results: 'Result by part',
  signInMayChange: 'Users were restored: passwords may be those of the backup now.',

  willChange: (count: number, shown: string) =>
    `${plural(count, { one: '1 setting', other: `${shown} settings` })} will change`,
  nothingChanges: 'No setting changes: the configuration is as in the backup.',

  contents: 'Contents',
  reading: 'Reading the archive',
  madeAt: 'Made',
  edition: 'Edition',
  version: vocabulary.version,
  community: 'Community',
  enterprise: 'Enterprise',
  unknown: 'unknown',
  otherFiles: 'Other files',
  none: 'none',
  unreadableConfig: 'cannot be read here',
  tooLarge: 'The archive is too large to look into it here.',
  noArchive: 'This is no backup archive: it cannot be unpacked.',
  isEnterprise:
    'It was made by EMQX Enterprise, and this broker takes only backups of the community edition.',
  isNewer: (theirs: string, ours: string) =>
    `It was made by version ${theirs}, and this broker runs ${ours}: a backup of a newer version is refused.`,
  isUnknown: 'It does not tell which version made it. The broker may refuse it.',
  cannotRead: 'The archive could not be read',
}
