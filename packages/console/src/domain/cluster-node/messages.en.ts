export const clusterNode = {
  running: 'Running',
  warning: 'Running, warning',
  stopped: 'Stopped',
  unreportedFor: (duration: string) => `Not reported for ${duration}`,
  core: 'Core',
  replicant: 'Replicant',
  memoryOf: (used: string, total: string) => `${used} of ${total}`,

  node: 'Node',
  status: 'Status',
  role: 'Role',
  version: 'Version',
  connections: 'Connections',
  connectionsMeaning: 'Clients connected to this node now.',
  sessions: 'Sessions',
  sessionsMeaning: 'Sessions that live on this node, those of offline clients included.',
  memory: 'Memory',
  memoryMeaning: 'Memory of the machine in use, by the broker and by everything else on it.',
  processes: 'Processes',
  processesMeaning: 'Erlang processes of the broker; each connection needs at least one.',
  load: 'Load 1, 5, 15 min',
  loadMeaning:
    'Load averages of the operating system. A load above the number of CPU cores means that work waits.',
  uptime: 'Uptime',

  mixedVersions: (versions: string) => `nodes in the cluster run different versions: ${versions}`,
  mixedVersionsAdvice:
    'This is meant to last only as long as a rolling upgrade. Features of the newer version may not work until all nodes run it.',
}
