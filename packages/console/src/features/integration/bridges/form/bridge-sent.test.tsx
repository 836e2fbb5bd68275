import { recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { fieldElement, fillForm, openFolds } from '#features/integration/bridges/form/testing/fill-fields.ts'
import {
  type Recorded,
  recordedExamples,
} from '#features/integration/bridges/form/testing/recorded-examples.ts'
import type { Field } from '#kit/form/field.ts'
import { isPlainObject, pathWithin, valueAt, withValueAt } from '#kit/form/form-value.ts'
import { isSecretPath, secretPaths } from '#kit/form/secret-paths.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { allFields } from '#kit/form/visibility.ts'
import { renderBesideOtherPage } from '#testing/render-beside-other-page.tsx'
import { cleanup } from '#testing/render-element.ts'
import { type BridgeType, newSettings } from './bridge-document.ts'
import { BridgeForm } from './bridge-form.tsx'
import { bridgeSections } from './bridge-sections.ts'

const examples = recordedExamples()
const types = [...new Set(examples.map(({ type }) => type))]
const each = recordedTest.each(types.length === 0 ? ['no type'] : types)

/** Renders the form for a new object, and records what the form sends. */
async function show(of: BridgeType) {
  cleanup()
  const sent: ApiDocument[] = []
  renderBesideOtherPage(() => (
    <BridgeForm
      {...of}
      createLabel="Create it"
      appliedMessage="Done"
      write={{
        plan: (body) => ({ method: 'POST', path: `/${of.kind}s`, body }),
        apply: async (document) => {
          sent.push(document)
          return { kind: 'refused', title: 'Refused', fields: [] }
        },
      }}
    />
  ))
  const user = userEvent.setup({ delay: null })
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull())
  await openFolds(user)
  const press = async (name: string | RegExp) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent = '' }) =>
      typeof name === 'string' ? textContent === name : name.test(textContent),
    )
    if (button === undefined) throw new Error(`no button ${name}`)
    await user.click(button)
  }
  return { user, sent, press }
}

/** Returns all text that can be read, copied or found in the address; typed text may stand only in its own field. */
const readable = () =>
  [
    document.body.textContent,
    location.href,
    ...[...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name }) => !(name === 'value' && element.matches('input, textarea')))
        .map(({ value }) => value),
    ),
  ].join('\n')

/** Returns a credential in the form that the broker accepts, and the part of it that must stay secret. */
function credentialWith(marker: string, path: string) {
  switch (path) {
    case 'service_account_json': {
      const names = { type: 'service_account', project_id: 'p', private_key_id: 'k', client_email: 'a@p' }
      return { text: JSON.stringify({ ...names, private_key: marker }), shown: marker }
    }
    case 'account_key':
      return { text: btoa(marker), shown: btoa(marker) }
    default:
      return { text: marker, shown: marker }
  }
}

/** Returns the example with a unique text in each secret field, and these texts. */
function withMarkers(one: Recorded, paths: readonly string[]) {
  const markers: string[] = []
  const marked = (value: unknown, path: string): unknown => {
    if (typeof value === 'string' && isSecretPath(path, paths)) {
      const marker = `hidden${markers.length}${one.type}`
      const { text, shown } = credentialWith(marker, path)
      markers.push(shown)
      return text
    }
    if (!isPlainObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, marked(inner, pathWithin(path, key))]),
    )
  }
  const body = marked(one.body, '')
  return { body: isPlainObject(body) ? body : {}, markers }
}

each('%s shows what was typed as a secret neither in the review nor in the command', async (type) => {
  for (const one of examples.filter((example) => example.type === type)) {
    const start = newSettings(one)
    const sections = bridgeSections(one, { purpose: 'post', stored: start })
    const { body, markers } = withMarkers(one, secretPaths(sections))
    if (markers.length === 0) continue
    const { user, sent, press } = await show(one)
    await fillForm(sections, user, body, start)
    await press('Create it')
    await waitFor(() => expect([one.title, sent.length]).toEqual([one.title, 1]))
    // The secrets are sent exactly as they were typed.
    expect(markers.filter((marker) => !JSON.stringify(sent[0]).includes(marker))).toEqual([])
    expect(readable()).toContain('curl -X POST')
    expect(markers.filter((marker) => readable().includes(marker))).toEqual([])
  }
})

/** Returns the schemas of a newer broker with a type that this console does not know. */
function ofNewerBroker({ schema, kind, type }: Recorded): BridgeType {
  const renamed = (node: unknown): unknown => {
    if (Array.isArray(node))
      return node.length === 1 && node[0] === type ? ['quantum_lake'] : node.map(renamed)
    if (!isPlainObject(node)) return node
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, renamed(inner)]))
  }
  return { kind, type: 'quantum_lake', schema: renamed(schema) }
}

recordedTest.each(['connector', 'action', 'source'])(
  'a %s of a type that only a newer broker has gets a form that works',
  async (kind) => {
    const one = examples.find((example) => example.type === 'rabbitmq' && example.kind === kind)
    if (one === undefined) throw new Error('no example')
    const of = ofNewerBroker(one)
    const start = newSettings(of)
    const sections = bridgeSections(of, { purpose: 'post', stored: start })
    const labels = allFields(sections.flatMap(({ fields }) => fields)).map((field: Field) => field.label)
    expect(labels.filter((label) => label === '' || label.includes('_'))).toEqual([])
    const { user, sent, press } = await show(of)
    await press('Create it')
    expect(sent).toEqual([])
    expect(fieldElement('name').textContent).toMatch(/Please enter|is required/)
    await fillForm(sections, user, withValueAt(one.body, 'type', 'quantum_lake'), start)
    await press('Create it')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ ...one.body, type: 'quantum_lake' })
    expect(valueAt(sent[0], 'resource_opts.health_check_interval')).toBeDefined()
  },
)

recordedTest(
  'an upload that gathers messages begins with its own name and batches, another one sends each',
  async () => {
    const one = examples.find(({ type, kind }) => type === 's3' && kind === 'action')
    if (one === undefined) throw new Error('no example')
    const { user, sent, press } = await show(one)
    const start = newSettings(one)
    const sections = bridgeSections(one, { purpose: 'post', stored: start })
    const target = { name: 'up', connector: 'c', parameters: { mode: 'direct', bucket: 'b', key: 'typed' } }
    await fillForm(sections, user, target, start)
    await press('Create it')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ parameters: { key: 'typed' }, resource_opts: { batch_size: 1 } })
    // A typed value is kept; a value that was not typed changes to its default for the new mode.
    const box = fieldElement('parameters.key').querySelector('input')
    await user.clear(box ?? document.body)
    const chosen = fieldElement('parameters')
    const [aggregated] = [...chosen.querySelectorAll('button')].filter(({ textContent }) =>
      /aggregat/i.test(textContent),
    )
    await user.click(aggregated ?? document.body)
    await press('Create it')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({
      parameters: {
        mode: 'aggregated',
        key: `\${action}/\${node}/\${datetime.rfc3339utc}_N\${sequence}.csv`,
      },
      resource_opts: { batch_size: 100 },
    })
  },
)
