import '#styles/mantine-app.ts'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { newDocument } from '#kit/form/document.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/** The page that is measured: a form of 150 fields, which is the size of the broker's largest schemas. */

const ROWS = 10

/** Returns the fifteen fields of each of the ten sections: all usual kinds, with a table and a union among them. */
function fieldsOf(at: string): readonly Field[] {
  return [
    { kind: 'text', path: `${at}.server`, label: `Server of ${at}`, isRequired: true, default: 'broker' },
    { kind: 'number', path: `${at}.pool_size`, label: 'Pool size', min: 1, max: 1024, default: 8 },
    { kind: 'duration', path: `${at}.timeout`, label: 'Timeout', default: '15s', min: '1s', max: '1h' },
    { kind: 'byte-size', path: `${at}.buffer`, label: 'Buffer', default: '256MB' },
    { kind: 'toggle', path: `${at}.cleans`, label: 'Clean start', default: true },
    {
      kind: 'number',
      path: `${at}.expiry`,
      label: 'Expiry',
      default: 60,
      when: [{ path: `${at}.cleans`, is: [true] }],
    },
    {
      kind: 'one-of',
      path: `${at}.limit`,
      label: 'Limit',
      word: 'infinity',
      wordLabel: 'Unlimited',
      default: 'infinity',
      inner: { kind: 'number', path: `${at}.limit`, label: 'Limit', min: 1 },
    },
    { kind: 'secret', path: `${at}.password`, label: 'Password' },
    { kind: 'map', path: `${at}.headers`, label: 'Headers', keyLabel: 'Name', valueLabel: 'Value' },
    { kind: 'list', path: `${at}.hosts`, label: 'Hosts', itemLabel: 'Host', of: 'host-port' },
    {
      kind: 'rows',
      path: `${at}.routes`,
      label: 'Routes',
      addLabel: 'Add a route',
      uniqueBy: 'topic',
      columns: [
        { kind: 'topic', path: 'topic', label: 'Topic', isFilter: true, isRequired: true },
        {
          kind: 'select',
          path: 'qos',
          label: 'QoS',
          options: [0, 1, 2].map((value) => ({ value, label: `${value}` })),
        },
        { kind: 'text', path: 'target', label: 'Target' },
        { kind: 'duration', path: 'delay', label: 'Delay', default: '0s' },
      ],
    },
    {
      kind: 'union',
      path: `${at}.target`,
      label: `Shape of ${at}`,
      discriminator: 'type',
      variants: ['single', 'cluster', 'sentinel'].map((id) => ({
        id,
        label: id,
        matches: () => false,
        fields: [
          { kind: 'text', path: `${at}.target.host`, label: `Host of ${at}`, default: 'host' },
          { kind: 'number', path: `${at}.target.port`, label: 'Port', default: 6379 },
        ],
      })),
    },
    { kind: 'text', path: `${at}.note`, label: 'Note', isAdvanced: true, default: '' },
    { kind: 'number', path: `${at}.depth`, label: 'Depth', isAdvanced: true, default: 10 },
  ]
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const sections: readonly Section[] = names.map((at) => ({
  id: at,
  title: `Part ${at}`,
  fields: fieldsOf(at),
}))

const parts: ApiDocument = newDocument(sections)
const routes = Array.from({ length: ROWS }, (_, at) => ({
  topic: `plant/line-${at}/#`,
  qos: at % 3,
  target: `site-${at}`,
  delay: '5s',
}))
const stored: ApiDocument = Object.fromEntries(
  Object.entries(parts).map(([at, part]) => [
    at,
    {
      ...(typeof part === 'object' ? part : {}),
      password: '******',
      headers: { accept: 'application/json', 'x-origin': 'brokerdeck' },
      hosts: ['one.example:1883', 'two.example:1883'],
      routes,
    },
  ]),
)

function LargeForm() {
  const [document, setDocument] = useState(stored)
  return (
    <FormLayout
      hasDefaults
      plan={{
        sections,
        document,
        isNew: location.hash === '#new',
        plan: (body) => ({ method: 'PUT', path: '/large', body }),
        apply: async (next) => {
          setDocument(next)
          return { kind: 'applied' }
        },
      }}
    />
  )
}

const history = createMemoryHistory({ initialEntries: ['/'] })
const router = createRouter({ routeTree: createRootRoute({ component: LargeForm }), history })
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
