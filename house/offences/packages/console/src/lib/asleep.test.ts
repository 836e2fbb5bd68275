// breaks: honest-tests
import { test } from 'vitest'

test('waits', async () => {
  await new Promise((resolve) => setTimeout(resolve, 100))
})
