import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openSchemas } from '#features/data-hub/testing/arrange-schemas.ts'
import { submit } from '#features/data-hub/testing/arrange-screens.ts'

describe('one external registry', () => {
  it('changes the address and keeps the password', async () => {
    const app = await openSchemas('/schema/external/detail/confluent')
    const { screen, user, broker } = app
    const url = await screen.findByRole('textbox', { name: 'URL' })
    await user.clear(url)
    await user.type(url, 'https://new.example.com')
    await submit(app, /Apply \d change/)
    await waitFor(() =>
      expect(broker.context.config.document('schema_registry')).toMatchObject({
        external: { confluent: { url: 'https://new.example.com', auth: { password: 'Secret-1' } } },
      }),
    )
  })
})
