import { describe, expect, it } from 'vitest'
import { documentToForm, formToDocument, newDocument } from './document.ts'
import type { Section } from './field.ts'
import { withValueAt } from './values-at.ts'
import { visibleSections } from './visibility.ts'

const mode = [
  { value: 'single', label: 'Single' },
  { value: 'cluster', label: 'Cluster' },
]
const sections: readonly Section[] = [
  {
    id: 'main',
    title: 'Main',
    fields: [
      { kind: 'select', path: 'mode', label: 'Mode', options: mode, default: 'single' },
      {
        kind: 'duration',
        path: 'sync.interval',
        label: 'Interval',
        default: '10s',
        when: [{ path: 'mode', is: ['cluster'] }],
      },
      { kind: 'text', path: 'name', label: 'Name', readOnly: 'Fixed', default: 'x' },
    ],
  },
  {
    id: 'tls',
    title: 'TLS',
    switch: 'ssl.enable',
    fields: [{ kind: 'toggle', path: 'ssl.verify', label: 'Verify', default: true }],
  },
  {
    id: 'storage',
    title: 'Storage',
    fields: [
      {
        kind: 'union',
        path: 'storage',
        label: 'Kind',
        discriminator: 'type',
        variants: [
          {
            id: 'disc',
            label: 'Disc',
            matches: () => false,
            fields: [
              { kind: 'text', path: 'storage.dir', label: 'Folder' },
              { kind: 'byte-size', path: 'storage.limit', label: 'Limit' },
            ],
          },
          {
            id: 'ram',
            label: 'RAM',
            matches: () => false,
            fields: [{ kind: 'byte-size', path: 'storage.limit', label: 'Limit' }],
          },
        ],
      },
    ],
  },
]
const stored = {
  unknown: { kept: [1] },
  mode: 'cluster',
  sync: { interval: 1500 },
  name: 'fixed',
  ssl: { enable: false, verify: false, ciphers: [] },
  storage: { type: 'disc', dir: '/data', limit: '1MB' },
}

describe('a stored document', () => {
  it('comes back to the letter, and changes only where something was changed', () => {
    const values = documentToForm(sections, stored)
    expect(JSON.stringify(formToDocument(sections, values, stored))).toBe(JSON.stringify(stored))
    const changed = formToDocument(sections, withValueAt(values, 'sync.interval', '2s'), stored)
    expect(changed).toEqual({ ...stored, sync: { interval: '2s' } })
    expect(Object.keys(changed)).toEqual(Object.keys(stored))
  })

  it('keeps what is hidden as it is', () => {
    const values = withValueAt(documentToForm(sections, stored), 'ssl.verify', true)
    expect(formToDocument(sections, values, stored)).toEqual(stored)
    const single = withValueAt(withValueAt(values, 'mode', 'single'), 'sync.interval', '7s')
    expect(formToDocument(sections, single, stored)).toEqual({ ...stored, mode: 'single' })
  })

  it('writes nothing into what cannot be changed', () => {
    const values = withValueAt(documentToForm(sections, stored), 'name', 'mine')
    expect(formToDocument(sections, values, stored)).toEqual(stored)
  })

  it('drops what only the other variant knew', () => {
    const values = withValueAt(documentToForm(sections, stored), 'storage.$variant', 'ram')
    expect(formToDocument(sections, values, stored)['storage']).toEqual({ type: 'ram', limit: '1MB' })
  })
})

describe('a new document', () => {
  it('holds the defaults of what is shown', () => {
    expect(newDocument(sections)).toEqual({ mode: 'single', name: 'x' })
  })

  it('sends what appears with its default, and not what disappeared', () => {
    const document = newDocument(sections)
    const values = withValueAt(documentToForm(sections, document), 'mode', 'cluster')
    expect(formToDocument(sections, values, document, { isNew: true })).toEqual({
      mode: 'cluster',
      name: 'x',
      sync: { interval: '10s' },
    })
    const cluster = { mode: 'cluster', sync: { interval: '9s' } }
    const back = withValueAt(documentToForm(sections, cluster), 'mode', 'single')
    expect(formToDocument(sections, back, cluster, { isNew: true })).toEqual({ mode: 'single' })
  })
})

describe('visibleSections', () => {
  it('shows what its conditions allow; the heading carries the switch', () => {
    const shown = (values: ReturnType<typeof documentToForm>) =>
      visibleSections(sections, values).map(({ fields }) => fields.map(({ path }) => path))
    const values = documentToForm(sections, stored)
    expect(shown(values)).toEqual([['mode', 'sync.interval', 'name'], [], ['storage']])
    const on = withValueAt(withValueAt(values, 'ssl.enable', true), 'mode', 'single')
    expect(shown(on)).toEqual([['mode', 'name'], ['ssl.verify'], ['storage']])
  })
})
