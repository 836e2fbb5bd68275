import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AlphaPage } from './alpha-page.tsx'

test('shows', async () => {
  expect(await render(<AlphaPage />).findByText('Alpha')).toBeDefined()
})
