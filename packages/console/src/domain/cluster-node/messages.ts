import { vocabulary } from '#i18n/vocabulary.ts'

export const clusterNode = {
  running: vocabulary.running,
  warning: 'Running, warning',
  stopped: vocabulary.stopped,
  unreportedFor: (duration: string) => `Not reported for ${duration}`,
  core: 'Core',
  replicant: 'Replicant',
  memoryOf: (used: string, total: string) => `${used} of ${total}`,

  node: vocabulary.node,
  status: vocabulary.status,
  role: vocabulary.role,
  version: vocabulary.version,
  connections: vocabulary.connections,
  connectionsMeaning: 'Clients connected to this node now.',
  sessions: vocabulary.sessions,
  sessionsMeaning: 'Sessions that live on this node, those of offline clients included.',
  memory: vocabulary.memory,
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
