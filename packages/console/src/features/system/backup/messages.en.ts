import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Backup',
  summary: (count: number, shown: string) => plural(count, { one: '1 backup', other: `${shown} backups` }),
  label: 'Backups',
  exportName: 'backups',
  fileName: 'File name',
  node: 'Node',
  size: 'Size',
  createdAt: 'Created',
  emptyTitle: 'No backups yet',
  emptyText:
    'A backup holds the configuration of the cluster and its tables: users, API keys, bans, retained messages. Certificates and keys of the broker are in it too, so keep it as safe as the broker itself.',

  create: 'Create backup',
  createAction: 'Create',
  created: 'Successfully created current backup',
  scope: 'Contents',
  scopeAll: 'Everything',
  scopeSelected: 'Selected parts',
  scopeHelp: 'Passwords, secrets and private keys in it are readable: keep the file safe.',
  tables: 'Tables',
  roots: 'Configuration',
  rootsHelp: 'Root keys of the configuration',
  nothingChosen: 'Choose at least one table or root key',
  'table.api_keys': 'API keys',
  'table.banned': 'Banned clients',
  'table.builtin_authn': 'Users of the built-in authentication',
  'table.builtin_authz': 'Rules of the built-in authorization',
  'table.builtin_retainer': 'Retained messages',
  'table.dashboard_users': 'Users of this console',
  'table.psk': 'Pre-shared keys',

  download: 'Download',
  remove: 'Delete',
  removeTitle: 'Confirm delete?',
  removeBody: (file: string, node: string) =>
    `The backup ${file} is deleted on ${node}. What has been restored from it stays.`,
  removed: 'Backup deleted',

  upload: 'Upload',
  backupFile: 'Backup file',
  uploadTitle: (file: string) => `Upload ${file}?`,
  uploadAction: 'Upload',
  uploadWhere: (node: string) =>
    `It is kept on ${node}, the node that answers. Nothing is restored until you ask for it.`,
  renamed: (name: string) =>
    `The broker takes this archive only under its own name, so it is uploaded as ${name}.`,
  uploading: (percent: string) => `${percent} sent`,
  checking: 'Sent, the broker is checking it',
  progress: 'Progress of the upload',
  abortUpload: 'Abort upload',
  uploaded: 'Backup uploaded',
  uploadFailed: 'Upload Failed',

  cancel: 'Cancel',
  close: 'Close',
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
  version: 'Version',
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
