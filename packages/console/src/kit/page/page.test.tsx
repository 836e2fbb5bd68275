import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { linkTo } from '#routes/routes.ts'
import { renderBesideOtherPage } from '#testing/render-beside-other-page.tsx'
import { cleanup, render } from '#testing/render-element.ts'
import { Page } from './page.tsx'
import { Tabs } from './tabs.tsx'

function Tabbed() {
  const [tab, setTab] = useState<'one' | 'two'>('one')
  const tabs = [
    { id: 'one', label: 'One' },
    { id: 'two', label: 'Two', count: '3' },
  ] as const
  return (
    <Tabs label="Parts" tabs={tabs} value={tab} onChange={setTab}>
      panel {tab}
    </Tabs>
  )
}

// This test has to come first in this file: only the first page of a visit is rendered in steps.
test('the first page of a visit shows its head before its content, and the next one all at once', async () => {
  renderBesideOtherPage(() => <Page title="First">content</Page>)
  await screen.findByRole('heading', { level: 1, name: 'First' })
  const seenWithHead = screen.queryByText('content')
  await screen.findByText('content')
  expect(seenWithHead).toBeNull()
  cleanup()
  renderBesideOtherPage(() => <Page title="Second">more</Page>)
  await screen.findByRole('heading', { level: 1, name: 'Second' })
  expect(screen.getByText('more')).toBeDefined()
})

test('a page has a heading and a title of its own, whatever a device is called', async () => {
  renderBesideOtherPage(() => (
    <Page
      title={`evil\u202e${'x'.repeat(300)}`}
      heading="evil"
      breadcrumbs={[{ to: linkTo('clients'), label: 'Clients' }]}
    >
      content
    </Page>
  ))
  expect(await screen.findByRole('heading', { level: 1, name: 'evil' })).toBeTruthy()
  expect(document.title).toMatch(/^evil\[U\+202E\]x+… · Brokerdeck$/)
  expect(document.title.length).toBeLessThan(110)
  expect(screen.getByRole('navigation', { name: 'Path' }).textContent).toBe('Clients')
})

test('tabs move with the arrows and show their panel', async () => {
  const user = userEvent.setup()
  render(<Tabbed />)
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Two3')
  expect(screen.getByRole('tabpanel').textContent).toBe('panel two')
})
