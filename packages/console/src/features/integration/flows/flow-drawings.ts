import type { FlowNode } from './flow-graph.ts'

/** Line drawings on a square of 16 units. */
export const flowDrawings = {
  topic: 'M6.5 2.5 5 13.5M11 2.5 9.500 13.5M3 6h10.500M2.500 10H13',
  event: 'M8.500 1.500 3.500 9H8l-.5 5.500L12.500 7H8z',
  source: 'M7 3h6v10H7M2.500 8H10M7.500 5.500 10 8l-2.500 2.500',
  rule: 'M9.5 2.5C7 2.5 7.5 5 7 8s-.5 5.5-3 5.5M5 6.5h4.5M10 9.5l3.5 4M13.5 9.5l-3.5 4',
  filter: 'M2.500 3h11L9.500 8v5l-3-1.500V8z',
  republish: 'M3 5.500h9M9.500 3 12 5.500 9.500 8M13 10.500H4M6.500 8 4 10.500 6.500 13',
  console: 'M2.500 3h11v10h-11zM5 6l2 2-2 2M8.500 10.500h2.500',
  action: 'M9 3H3v10h6M6 8h7.500M11 5.500 13.500 8 11 10.500',
} as const satisfies Record<FlowNode['kind'], string>
