/** The fields of a node's sample, in the order of the columns of a chunk. */
export const sampleFields = [
  'time',
  'connections',
  'live_connections',
  'topics',
  'subscriptions',
  'received',
  'sent',
  'dropped',
] as const
export type SampleField = (typeof sampleFields)[number]
export type NodeSample = Readonly<Record<SampleField, number>>
