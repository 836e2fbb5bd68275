import { formatNumber } from '#i18n/format-number.ts'

export const en = {
  title: 'Configuration',
  summary: (roots: number) => `${formatNumber(roots)} parts, as the cluster has them now`,
  tabs: 'Configuration',
  running: 'Running',
  import: 'Import',

  text: 'Configuration in HOCON',
  part: 'Part',
  allParts: 'All parts',
  download: 'Download',
  fileName: 'configuration',
  withSecrets: 'with-secrets',
  masked: (count: number) =>
    count === 1 ? '1 secret is masked' : `${formatNumber(count)} secrets are masked`,
  showSecrets: 'Show secrets',
  hideSecrets: 'Hide secrets',
  showSecretsTitle: 'Show passwords, keys and tokens?',
  showSecretsBody: (count: number) =>
    `${count === 1 ? 'One secret' : `${formatNumber(count)} secrets`} of this cluster will stand on the screen in clear. With the node cookie alone a stranger can run code on every node.`,
  show: 'Show',
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
  clear: 'Clear',
  tooLarge: (size: string) => `The file has ${size}; a configuration is never that large.`,
  changes: 'What would change',
  changeCount: (count: number) => (count === 1 ? '1 change' : `${formatNumber(count)} changes`),
  nothingYet: 'Paste a text or choose a file: here stands what it would change.',
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
  apply: 'Apply',
  applyCount: (count: number) => (count === 1 ? 'Apply 1 change' : `Apply ${formatNumber(count)} changes`),
  applyTitle: (count: number) =>
    count === 1
      ? 'Change one setting of the cluster?'
      : `Change ${formatNumber(count)} settings of the cluster?`,
  applyBody:
    'The broker checks the whole text, then applies its parts one by one in alphabetical order. If a part fails then, such as a listener whose port is taken, the other parts are in effect. Listeners that move disconnect their clients. What stands in emqx.conf wins again when a node restarts.',
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
