import { describe, expect, it } from 'vitest'
import type { Section } from '#kit/form/field.ts'
import { faultLabel } from './error-summary.tsx'

const sections: readonly Section[] = [
  {
    id: 'one',
    title: 'One',
    fields: [
      { kind: 'text', path: 'url', label: 'URL' },
      { kind: 'map', path: 'headers', label: 'Headers', keyLabel: 'Header', valueLabel: 'Value' },
      {
        kind: 'rows',
        path: 'rules',
        label: 'Rules',
        addLabel: 'Add',
        columns: [{ kind: 'text', path: 'topic', label: 'Topic' }],
      },
    ],
  },
]

describe('the place of a fault', () => {
  it.each([
    ['url', 'URL'],
    ['headers.0.key', 'Headers, row 1'],
    ['rules.11.topic', 'Rules, row 12'],
    ['rules', 'Rules'],
    ['urls', 'urls'],
  ])('%s is called %s', (path, label) => {
    expect(faultLabel(sections, path)).toBe(label)
  })
})
