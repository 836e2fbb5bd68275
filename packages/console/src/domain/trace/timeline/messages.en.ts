export const en = {
  unknownClient: 'Without a client',
  storyOf: (client: string, time: string) => `${client}, from ${time} on`,
  onNode: (node: string) => `on ${node}`,
  steps: (count: number, formatted: string) => (count === 1 ? '1 step' : `${formatted} steps`),
  earlier: (formatted: string) => `Show ${formatted} earlier steps`,
  timeline: 'Timeline, can be scrolled',
  toEnd: 'To the newest',
  why: 'Why?',
}
