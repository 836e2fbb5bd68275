import { describe, expect, it } from 'vitest'
import { fieldsToApi, fieldsToForm, withDefaults } from './codec.ts'
import { documentToForm, formToDocument, newDocument } from './document.ts'
import type { Section, UnionField } from './field.ts'
import { withValueAt } from './form-value.ts'
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

describe('what has one of several shapes', () => {
  const size = { kind: 'number', path: 'cache.size', label: 'Size' } as const
  const warm = { kind: 'toggle', path: 'cache.warm', label: 'Warm', default: true } as const
  const cache: UnionField = {
    kind: 'union',
    path: 'cache',
    label: 'Cache',
    discriminator: 'type',
    default: 'off',
    variants: [
      { id: 'local', label: 'Local', matches: () => false, fields: [size, warm] },
      { id: 'none', label: 'None', word: 'off', matches: () => false, fields: [] },
      {
        id: 'remote',
        label: 'Remote',
        matches: (api) => typeof api === 'object',
        fields: [
          { ...size, kind: 'text' },
          { kind: 'text', path: 'cache.url', label: 'URL' },
        ],
      },
    ],
  }
  const shape = (api: object) => fieldsToForm([cache], { ...api })
  const become = (id: string, api: object, more = {}) =>
    fieldsToApi([cache], { cache: { ...Object(shape(api)['cache']), ...more, $variant: id } }, { ...api })

  it('is told by its word, by its name, by what it looks like, and is the default where there is none', () => {
    const told = [{ cache: 'off' }, { cache: { type: 'local' } }, { cache: { url: 'u' } }, {}]
    const found = told.map((api) => Object(shape(api)['cache'])['$variant'])
    expect(found).toEqual(['none', 'local', 'remote', 'none'])
    expect(shape({ cache: { type: 'local', size: 3, url: 'u' } })).toEqual({
      cache: { $variant: 'local', size: '3', url: '', warm: true },
    })
  })

  it('comes back as it was, and as another keeps only what means the same there', () => {
    for (const api of [
      { cache: 'off' },
      { cache: { type: 'local', size: 3, kept: 1 } },
      { cache: { url: 'u' } },
    ])
      expect(fieldsToApi([cache], shape(api), api)).toBe(api)
    const remote = { type: 'remote', size: 'all', url: 'u', kept: 1 }
    expect(become('local', { cache: remote }, { size: '4', warm: false })).toEqual({
      cache: { type: 'local', size: 4, kept: 1, warm: false },
    })
    expect(become('none', { cache: remote })).toEqual({ cache: 'off' })
    expect(become('local', { cache: 'off' }, { size: '8', warm: true })).toEqual({
      cache: { type: 'local', size: 8, warm: true },
    })
    expect(become('remote', { cache: { url: 'u' } }, { url: 'v' })).toEqual({
      cache: { type: 'remote', url: 'v' },
    })
  })

  it('says its word or its name when it is new, if it is there or has to be', () => {
    const filled = (field: UnionField) => withDefaults([field], fieldsToForm([field], {}), {})
    expect(filled(cache)).toEqual({ cache: 'off' })
    const { default: _, ...plain } = cache
    expect(fieldsToForm([plain], {})).toMatchObject({ cache: { $variant: 'local' } })
    const [local, ...others] = plain.variants
    const objects = {
      ...plain,
      variants: plain.variants.filter(({ word }) => word === undefined).toReversed(),
    }
    expect(filled(objects)).toEqual({})
    expect(filled({ ...objects, isRequired: true })).toEqual({ cache: { type: 'remote' } })
    expect(filled(plain)).toEqual({ cache: { warm: true, type: 'local' } })
    expect(filled({ ...plain, variants: others.concat(local ?? []) })).toEqual({})
  })
})
