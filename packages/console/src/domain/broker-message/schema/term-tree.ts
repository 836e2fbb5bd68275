import { Atom, isList, isMap, Opaque, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { DataNode } from '#lib/data-tree/data-node.ts'

/** Converts a decoded term to the tree in which documents are shown. */
export function termToNode(term: Term): DataNode {
  if (term === undefined || term === null) return { kind: 'word', text: 'null' }
  if (typeof term === 'boolean') return { kind: 'word', text: String(term) }
  if (typeof term === 'bigint' || typeof term === 'number') return { kind: 'number', text: String(term) }
  if (typeof term === 'string') return { kind: 'text', text: term }
  if (term instanceof Uint8Array) return { kind: 'bytes', bytes: term }
  if (term instanceof Atom) return { kind: 'word', text: term.name }
  if (term instanceof Opaque) return { kind: 'bytes', bytes: term.bytes }
  if (isList(term)) return { kind: 'list', items: term.map(termToNode) }
  if (!isMap(term)) return { kind: 'word', text: 'null' }
  return {
    kind: 'map',
    entries: [...term].map(([key, value]) => ({
      key: { kind: 'text', text: key },
      value: termToNode(value),
    })),
  }
}
