import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const plugins = {
  title: 'Plugins',
  summary: (running: string, count: string) => `${running} of ${count} running on all nodes.`,
  embedded: 'The embedded broker stores plugins and does not run them: it cannot run Erlang code.',
  install: 'Install plugin…',
  label: 'Plugins',
  name: vocabulary.name,
  version: vocabulary.version,
  authors: 'Authors',
  description: vocabulary.description,
  status: vocabulary.status,
  statusDefinition: 'Running only if the plugin runs on every running node.',
  running: vocabulary.running,
  stopped: vocabulary.stopped,
  runningOnSome: (running: string, all: string) => `Running on ${running} of ${all} nodes`,
  nodes: vocabulary.nodes,
  counted: (count: number, shown: string) => `${shown} ${plural(count, { one: 'plugin', other: 'plugins' })}`,
  start: 'Start…',
  startIt: 'Start plugin',
  startTitle: (name: string) => `Start ${name}?`,
  startBody: 'The code of the plugin runs on all nodes, inside the broker and with all its rights.',
  started: (name: string) => `Started ${name}`,
  notStarted: (nodes: string) =>
    `The broker accepted the start, but the plugin does not run on ${nodes}. The log of that node has the reason.`,
  runsAlready: 'Already running on all nodes.',
  stop: 'Stop…',
  stopIt: vocabulary.stop,
  stopTitle: (name: string) => `Stop ${name}?`,
  stopBody:
    'The plugin stops on all nodes. What depends on it stops working until the plugin is started again.',
  stoppedDone: (name: string) => `Stopped ${name}`,
  stoppedAlready: 'Already stopped on all nodes.',
  restart: 'Restart…',
  restartIt: 'Restart plugin',
  restartTitle: (name: string) => `Restart ${name}?`,
  restartBody: 'The plugin stops on all nodes and starts again. What depends on it is interrupted.',
  restarted: (name: string) => `Restarted ${name}`,
  orderDefinition: 'The broker starts the plugins from the top down.',
  uninstall: 'Uninstall…',
  uninstallIt: 'Uninstall',
  uninstallTitle: (name: string) => `Uninstall ${name}?`,
  uninstallRunning: 'Running plugins stop on all nodes first, and what depends on them stops working.',
  uninstallBody:
    'The package is removed from the nodes that run; a stopped node keeps it, and the plugin is back when that node starts. To install it again, upload the package.',
  uninstalled: (name: string) => `Uninstalled ${name}`,
  emptyTitle: 'No plugins installed',
  emptyText: 'A plugin is an Erlang package that extends the broker. Install one by uploading its package.',
  noneTitle: 'No matching plugins',
  noneText: 'No plugin has this name and status.',
}

export const installPlugin = {
  title: 'Install plugin',
  file: 'Package',
  hint: 'A file named <name>-<version>.tar.gz, as the plugin template of EMQX builds it.',
  warning:
    'A plugin runs inside the broker with all its rights. Install only packages whose source you trust.',
  noFile: 'Please upload the file first',
  wrongName: 'The file name has no version. Rename the file to <name>-<version>.tar.gz.',
  allowText: (node: string) =>
    `Run this command on the node ${node}, then retry. Each installation attempt uses up the permission.`,
  allowTextAnywhere:
    'Run this command on the node that receives the request, then retry. Each installation attempt uses up the permission.',
  command: 'Command that allows the package',
  install: 'Install',
  notAllowed: 'The broker does not allow this package yet.',
  alreadyInstalled:
    'This plugin or another version of it is already installed. Uninstall it before you install this package.',
  badPackage:
    'The package does not match its file name, or is damaged. The file must be named after the name and version in its release.json.',
  installed: (name: string) => `Installed ${name}`,
}

export const plugin = {
  tabs: 'Parts of the plugin',
  overview: vocabulary.overview,
  absentTitle: 'No such plugin',
  absentText: 'The plugin may have been uninstalled.',
  readme: 'README',
  noReadme: 'This package has no README.',
  about: 'About this plugin',
  name: vocabulary.name,
  builder: 'Builder',
  contact: 'Contact',
  website: 'Website',
  repository: 'Repository',
  functionality: 'Functionality',
  built: 'Built',
  commit: 'Git commit',
  otp: 'Erlang/OTP release',
  requires: 'Requires',
  apps: 'Applications',
  checksum: 'MD5 checksum',
  config: vocabulary.configuration,
}

export const pluginReadme = {
  elsewhere: ' (opens another site)',
  /** Shown in place of an image, which is not loaded. */
  image: (text: string) => `[Image: ${text}]`,
}

export const pluginConfig = {
  general: 'General',
  yes: vocabulary.yes,
  no: vocabulary.no,
  key: vocabulary.key,
  value: vocabulary.value,
  item: vocabulary.value,
  addRow: 'Add row',
  wrongFormat: 'Wrong format',
  tagged: `Avro JSON: a value whose type is one of several carries its type: {"string": "text"}.`,
  whole: `Avro JSON with every field of the plugin's schema. A value whose type is one of several carries its type: {"string": "text"}.`,
  impact:
    'The broker gives the configuration to the plugin on all nodes. It does not report whether the plugin accepts it.',
  saved: 'Configuration saved',
}
