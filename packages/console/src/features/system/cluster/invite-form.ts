import { isNodeName } from '@brokerdeck/contract/system/cluster.ts'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const inviteSections: readonly Section[] = [
  {
    id: 'node',
    title: m.invite,
    fields: [
      {
        kind: 'text',
        path: 'node',
        label: m.nodeName,
        help: m.nodeNameHelp,
        placeholder: 'emqx@10.0.0.5',
        isCode: true,
        isRequired: true,
        requiredMessage: m.nodeNameRequired,
        width: 12,
      },
    ],
  },
]

/** The same rule as the broker's, in words that help. */
export function nodeNameFaults(node: string) {
  return node === '' || isNodeName(node) ? [] : [{ path: 'node', message: m.nodeNameWrong }]
}
